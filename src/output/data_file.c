/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * write_data.  The file is written beside its final name and renamed when it is complete, so a full
 * disk or a kill never leaves half a file under the name a later read_data will use.  Numbers get
 * as few digits as read back to the same bits.
 */
#include "output/data_file.h"

#include "base/partial.h"
#include "base/word.h"
#include "output/stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void write_header(struct md_stream *stream, const struct md_frame *frame)
{
    const struct md_system *system = frame->system;
    char lo[MD_NUMBER_SIZE], hi[MD_NUMBER_SIZE];
    md_stream_print(stream,
                    "LAMMPS data file written by AviMD, timestep = %" PRId64
                    ", units = %s\n\n%zu atoms\n%d atom types\n",
                    frame->step, system->units->name, frame->count, system->types);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        const struct md_topology_list *list = &system->topology.list[kind];
        if (list->count > 0 || list->types > 0)
            md_stream_print(stream, "%zu %s\n%d %s\n", list->count, md_topology_kinds[kind].many,
                            list->types, md_topology_kinds[kind].types);
    }
    md_stream_print(stream, "\n");
    for (int axis = 0; axis < 3; axis++)
        md_stream_print(stream, "%s %s %clo %chi\n", md_number_text(lo, system->box.lo[axis]),
                        md_number_text(hi, system->box.hi[axis]), "xyz"[axis], "xyz"[axis]);
}

/* Masses, unless none was set: then the file has no such section. */
static void write_masses(struct md_stream *stream, const struct md_system *system)
{
    char text[MD_NUMBER_SIZE];
    bool any = false;
    for (int t = 1; t <= system->types; t++)
        any = any || system->mass[t] > 0.0;
    if (!any)
        return;
    md_stream_print(stream, "\nMasses\n\n");
    for (int t = 1; t <= system->types; t++)
        md_stream_print(stream, "%d %s\n", t, md_number_text(text, system->mass[t]));
}

static void write_coeffs(struct md_stream *stream, const struct md_system *system,
                         const struct md_data_coeffs *coeffs)
{
    char text[512];
    if (coeffs == NULL)
        return;
    md_stream_print(stream, "\n%s Coeffs # %s\n\n", coeffs->all_pairs ? "PairIJ" : "Pair",
                    coeffs->style);
    for (int i = 1; i <= system->types; i++) {
        int last = coeffs->all_pairs ? system->types : i;
        for (int j = i; j <= last; j++) {
            coeffs->describe(coeffs->context, i, j, text, sizeof text);
            md_stream_print(stream, "%d", i);
            if (coeffs->all_pairs)
                md_stream_print(stream, " %d", j);
            md_stream_print(stream, "%s%s\n", text[0] != '\0' ? " " : "", text);
        }
    }
}

static void write_atoms(struct md_stream *stream, const struct md_frame *frame)
{
    const struct md_atoms *atoms = &frame->system->atoms;
    char x[MD_NUMBER_SIZE], y[MD_NUMBER_SIZE], z[MD_NUMBER_SIZE];
    if (frame->count == 0)
        return;
    const enum md_atom_style style = frame->system->topology.style;
    md_stream_print(stream, "\nAtoms # %s\n\n", md_atom_style_names[style]);
    for (size_t i = 0; i < frame->count; i++) {
        double at[3] = {frame->x[i][0], frame->x[i][1], frame->x[i][2]};
        int image[3] = {atoms->image[i][0], atoms->image[i][1], atoms->image[i][2]};
        md_box_wrap(&frame->system->box, at, image);
        md_stream_print(stream, "%" PRId64 " ", atoms->id[i]);
        if (style != MD_ATOM_ATOMIC)
            md_stream_print(stream, "%" PRId64 " ", atoms->molecule[i]);
        md_stream_print(stream, "%d ", atoms->type[i]);
        if (style == MD_ATOM_FULL)
            md_stream_print(stream, "%s ", md_number_text(x, atoms->charge[i]));
        md_stream_print(stream, "%s %s %s %d %d %d\n", md_number_text(x, at[0]),
                        md_number_text(y, at[1]), md_number_text(z, at[2]), image[0], image[1],
                        image[2]);
    }
    md_stream_print(stream, "\nVelocities\n\n");
    for (size_t i = 0; i < frame->count; i++)
        md_stream_print(stream, "%" PRId64 " %s %s %s\n", atoms->id[i],
                        md_number_text(x, frame->v[i][0]), md_number_text(y, frame->v[i][1]),
                        md_number_text(z, frame->v[i][2]));
}

/* Masses that atoms have of their own; 0 stands for that of the type. */
static void write_own_masses(struct md_stream *stream, const struct md_atoms *atoms)
{
    char text[MD_NUMBER_SIZE];
    bool any = false;
    for (size_t i = 0; atoms->mass && i < atoms->count; i++)
        any = any || atoms->mass[i] > 0.0;
    if (!any)
        return;
    md_stream_print(stream, "\nAtom Masses\n\n");
    for (size_t i = 0; i < atoms->count; i++)
        md_stream_print(stream, "%" PRId64 " %s\n", atoms->id[i],
                        md_number_text(text, atoms->mass[i]));
}

static void write_element_coeffs(struct md_stream *stream, const struct md_system *system,
                                 const struct md_data_coeffs *coeffs, int kind)
{
    char text[512];
    if (coeffs->style == NULL || system->topology.list[kind].types == 0)
        return;
    md_stream_print(stream, "\n%s # %s\n\n", md_topology_kinds[kind].coeffs, coeffs->style);
    for (int type = 1; type <= system->topology.list[kind].types; type++) {
        coeffs->describe(coeffs->context, type, 0, text, sizeof text);
        md_stream_print(stream, "%d %s\n", type, text);
    }
}

static void write_elements(struct md_stream *stream, const struct md_topology *topology, int kind)
{
    const struct md_topology_list *list = &topology->list[kind];
    if (list->count == 0)
        return;
    md_stream_print(stream, "\n%s\n\n", md_topology_kinds[kind].section);
    for (size_t k = 0; k < list->count; k++) {
        const int64_t *id = md_topology_ids(topology, kind, k);
        md_stream_print(stream, "%zu %d", k + 1, list->type[k]);
        for (int place = 0; place < md_topology_kinds[kind].atoms; place++)
            md_stream_print(stream, " %" PRId64, id[place]);
        md_stream_print(stream, "\n");
    }
}

static void write_sections(struct md_stream *stream, const struct md_frame *frame,
                           const struct md_data_coeffs *coeffs,
                           const struct md_data_coeffs *elements)
{
    write_header(stream, frame);
    write_masses(stream, frame->system);
    write_coeffs(stream, frame->system, coeffs);
    for (int kind = 0; elements != NULL && kind < MD_TOPOLOGY_KINDS; kind++)
        write_element_coeffs(stream, frame->system, &elements[kind], kind);
    write_atoms(stream, frame);
    write_own_masses(stream, &frame->system->atoms);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++)
        write_elements(stream, &frame->system->topology, kind);
}

enum md_status md_data_file_write(const struct md_frame *frame, const struct md_files *files,
                                  const char *path, const struct md_data_coeffs *coeffs,
                                  const struct md_data_coeffs *elements, struct md_error *error)
{
    struct md_stream *stream;
    struct md_partial partial;
    int reason = md_partial_create(&partial, files, path);
    if (reason != 0)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot open '%s' for writing: %s", path,
                            strerror(reason));
    enum md_status status = md_stream_adopt(&stream, partial.file, path, error);
    if (status == MD_OK) {
        write_sections(stream, frame, coeffs, elements);
        status = md_stream_close(stream, error);
    }
    if (status != MD_OK) {
        md_partial_drop(&partial);
        return status;
    }
    reason = md_partial_keep(&partial);
    if (reason != 0)
        return md_error_set(error, MD_ERR_FILE, NULL, "cannot put '%s' in its place: %s", path,
                            strerror(reason));
    return MD_OK;
}
