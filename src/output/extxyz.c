/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * dump extxyz: extended XYZ, whose comment line is a list of key=value pairs that says what the
 * columns are and how large the box is.  ASE, OVITO and QUIP read it.
 * The energy is written when every atom is, since a part of the atoms has none of its own.
 */
#include "output/dump_parts.h"

enum { PROPERTIES = 8 };

/* A column group of the file: its Properties entry and the attributes behind it. */
struct property {
    const char *text;
    const char *words[3];
};

static const struct property species = {"species:S:1", {"element", NULL, NULL}};
static const struct property wrapped = {":pos:R:3", {" x", " y", " z"}};
static const struct property unwrapped = {":pos:R:3", {" xu", " yu", " zu"}};
static const struct property velocities = {":vel:R:3", {" vx", " vy", " vz"}};
static const struct property momenta = {":momenta:R:3", {" px", " py", " pz"}};
static const struct property forces = {":forces:R:3", {" fx", " fy", " fz"}};
static const struct property masses = {":masses:R:1", {" mass", NULL, NULL}};
static const struct property identity = {":id:I:1", {"id", NULL, NULL}};
static const struct property types = {":type:I:1", {"type", NULL, NULL}};

static int properties(const struct md_dump *dump, const struct property *list[PROPERTIES])
{
    int count = 0;
    list[count++] = &species;
    list[count++] = dump->unwrap ? &unwrapped : &wrapped;
    if (dump->velocity) {
        list[count++] = &velocities;
        list[count++] = &momenta;
    }
    if (dump->force)
        list[count++] = &forces;
    if (dump->mass || dump->velocity) /* who reads momenta divides by masses */
        list[count++] = &masses;
    list[count++] = &identity;
    list[count++] = &types;
    return count;
}

static enum md_status columns(struct md_dump *dump, struct md_error *error)
{
    const struct property *list[PROPERTIES];
    const char *words[3 * PROPERTIES + 1];
    int count = properties(dump, list);
    int k = 0;
    for (int p = 0; p < count; p++) {
        for (int w = 0; w < 3 && list[p]->words[w] != NULL; w++)
            words[k++] = list[p]->words[w];
    }
    words[k] = NULL;
    return md_dump_columns_set(dump, words, error);
}

static void header(struct md_dump *dump, const struct md_frame *frame, size_t count)
{
    const struct property *list[PROPERTIES];
    const struct md_box *box = &frame->system->box;
    const struct md_tally *tally = &frame->tally;
    double unit = frame->system->units->angstrom;
    md_stream_print(dump->stream,
                    "%zu\nLattice=\"%.15g 0.0 0.0 0.0 %.15g 0.0 0.0 0.0 %.15g\" "
                    "Origin=\"%.15g %.15g %.15g\" Properties=",
                    count, box->length[0] / unit, box->length[1] / unit, box->length[2] / unit,
                    box->lo[0] / unit, box->lo[1] / unit, box->lo[2] / unit);
    int entries = properties(dump, list);
    for (int p = 0; p < entries; p++)
        md_stream_print(dump->stream, "%s", list[p]->text);
    md_stream_print(dump->stream, " pbc=\"%c %c %c\" Timestep=%lld Time=%.15g",
                    box->periodic[0] ? 'T' : 'F', box->periodic[1] ? 'T' : 'F',
                    box->periodic[2] ? 'T' : 'F', (long long)frame->step, frame->time);
    if (count == frame->count)
        md_stream_print(dump->stream, " energy=%.15g",
                        md_tally_potential(tally) /
                            frame->system->units->electronvolt);
    md_stream_print(dump->stream, "\n");
}

const struct md_writer md_writer_extxyz = {
    .style = {.name = "extxyz",
              .summary = "extended XYZ with box, velocities, forces and energy",
              .usage = "dump ID GROUP extxyz N FILE",
              .manual =
                  "Columns: species, pos, vel, momenta, forces, masses, id, type; dump_modify "
                  "vel no (also without momenta and masses), forces no and mass yes choose, "
                  "dump_modify element names the species (X where it does not).  The comment "
                  "line gives Lattice, Origin, pbc, Timestep, Time and, when all atoms are "
                  "written, the potential energy.\n\n"
                  "Lengths are in Angstrom, energies in eV, masses in g/mol, whatever the "
                  "deck's units, but for units lj, where all stay as they are; velocities are "
                  "lengths per time unit of the deck.  Momenta are p with the kinetic energy "
                  "p^2 / (2 m), as ASE reads them: its get_velocities() and "
                  "get_kinetic_energy() are right.  OVITO and ASE read the file as it is; VMD "
                  "and MDAnalysis do when its name ends in .xyz."},
    .takes = MD_WRITER_UNWRAP | MD_WRITER_VECTORS,
    .sorted = true,
    .element = "X",
    .real = "%.10g",
    .columns = columns,
    .header = header,
};
