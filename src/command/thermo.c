/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thermo, thermo_style, thermo_modify: which numbers of the system are printed, when and how. */
#include "base/nearest.h"
#include "command/command.h"

#include <string.h>

static enum md_status execute_thermo(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    const struct md_word *word = &args->words[0];
    struct md_reference reference;
    if (strncmp(word->text, "v_", 2) != 0) {
        if (md_word_int(word, "number of steps between thermo rows", 0, MD_STEP_MAX,
                        &sim->thermo.every, error) != MD_OK)
            return error->status;
        sim->thermo.every_variable[0] = '\0';
        return MD_OK;
    }
    if (!md_reference_split(word->text, &reference) || reference.i != 0)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "'%.80s' is not a number of steps nor v_NAME of an equal-style "
                            "variable",
                            word->text);
    /* As in LAMMPS the variable may be defined later, before the run. */
    snprintf(sim->thermo.every_variable, sizeof sim->thermo.every_variable, "%s", reference.id);
    return MD_OK;
}

static enum md_status execute_style(struct md_sim *sim, const struct md_args *args,
                                    struct md_error *error)
{
    bool modified = sim->thermo.modified;
    enum md_status status =
        md_thermo_style(&sim->thermo, &sim->quantities, &sim->variables, args, error);
    if (status == MD_OK && modified)
        md_log_warn(&sim->log, &args->command.place,
                    "thermo_style undoes the settings of thermo_modify before it");
    return status;
}

static const char *compute_id(const void *context, int i)
{
    const struct md_computes *computes = context;
    return i < computes->count ? computes->list[i].id : NULL;
}

/* thermo_modify temp ID and press ID: the compute exists and is of that sort. */
static enum md_status check_compute(const struct md_sim *sim, const char *id,
                                    const struct md_place *place, bool pressure,
                                    struct md_error *error)
{
    const char *sort = pressure ? "pressure" : "temperature";
    const struct md_compute *compute = md_computes_find(&sim->computes, id);
    if (compute == NULL) {
        md_error_set(error, MD_ERR_REFERENCE, place, "there is no compute '%s' for thermo's %s", id,
                     sort);
        return md_nearest_hint(error, id, md_nearest(id, compute_id, &sim->computes));
    }
    if (pressure ? compute->type->is_pressure : compute->type->is_temperature)
        return MD_OK;
    return md_error_set(error, MD_ERR_VALUE, place, "compute '%s' (style %s) does not compute a %s",
                        id, compute->type->style.name, sort);
}

/* The pressure of thermo takes its kinetic part from thermo's temperature. */
static void tell_pressure(struct md_sim *sim)
{
    struct md_thermo *thermo = &sim->thermo;
    const struct md_compute *temperature = md_computes_find(&sim->computes, thermo->temperature);
    const struct md_compute *pressure = md_computes_find(&sim->computes, thermo->pressure);
    if (temperature == NULL || pressure == NULL || pressure->type->set_temperature == NULL)
        return;
    pressure->type->set_temperature(pressure->state, thermo->temperature);
    if (temperature->group != 0)
        md_log_warn(&sim->log, &thermo->temperature_place,
                    "the pressure takes its kinetic part from compute '%s', which is of group "
                    "'%s' and not of all atoms",
                    temperature->id, sim->system.groups.name[temperature->group]);
}

static enum md_status execute_modify(struct md_sim *sim, const struct md_args *args,
                                     struct md_error *error)
{
    struct md_thermo *thermo = &sim->thermo;
    char temperature[sizeof thermo->temperature], pressure[sizeof thermo->pressure];
    memcpy(temperature, thermo->temperature, sizeof temperature);
    memcpy(pressure, thermo->pressure, sizeof pressure);
    if (md_thermo_modify(thermo, args, error) != MD_OK)
        return error->status;
    if (thermo->temperature_place.file != NULL &&
        check_compute(sim, thermo->temperature, &thermo->temperature_place, false, error) != MD_OK)
        return error->status;
    if (thermo->pressure_place.file != NULL &&
        check_compute(sim, thermo->pressure, &thermo->pressure_place, true, error) != MD_OK)
        return error->status;
    /* A pressure chosen by the same command keeps the temperature it was made with. */
    if (strcmp(temperature, thermo->temperature) != 0 && strcmp(pressure, thermo->pressure) == 0)
        tell_pressure(sim);
    return MD_OK;
}

const struct md_command md_commands_thermo[] = {
    {
        .name = "thermo",
        .usage = "thermo N | v_NAME",
        .summary = "print a row of thermodynamic output every N steps",
        .when = MD_ANYTIME,
        .min_words = 1,
        .max_words = 1,
        .execute = execute_thermo,
        .manual = "A row is printed at the first step of a run, at every multiple of N and at the "
                  "last step; with N = 0 only at the first and the last.  v_NAME names an "
                  "equal-style variable that tells the step of the next row.",
    },
    {
        .name = "thermo_style",
        .usage = "thermo_style one | multi | yaml | custom KEYWORD ...",
        .summary = "choose the columns of thermodynamic output",
        .when = MD_AFTER_BOX,
        .min_words = 1,
        .max_words = -1,
        .execute = execute_style,
        .manual = "one: step temp epair emol etotal press on one line; multi: twelve quantities, "
                  "three to a line; yaml: one YAML document per run; custom: the keywords given, "
                  "c_ID, c_ID[i], f_ID, f_ID[i] and v_NAME.  Styles other than custom append "
                  "Volume when the box can change.  Undoes earlier thermo_modify settings.",
    },
    {
        .name = "thermo_modify",
        .usage = "thermo_modify [norm yes|no] [lost error|warn|ignore] [lost/bond "
                 "error|warn|ignore] [flush yes|no] [line one|multi|yaml] [format ...] [colname "
                 "...] [temp ID] [press ID] [warn ...]",
        .summary = "change how thermodynamic output is computed and printed",
        .when = MD_ANYTIME,
        .min_words = 2,
        .max_words = -1,
        .execute = execute_modify,
        .manual =
            "Keywords, of which several may follow each other:\n"
            "  norm yes|no                  energies per atom; yes is the default in units lj\n"
            "  lost error|warn|ignore       what happens when atoms have left the box (error)\n"
            "  lost/bond error|warn|ignore  the same when an atom of a bond is gone\n"
            "  flush yes|no                 the log file is written out at every row (no)\n"
            "  line one|multi|yaml          the form of rows\n"
            "  format none                  the usual formats again\n"
            "  format line TEXT             of the whole row\n"
            "  format int|float TEXT        of all whole or all real numbers\n"
            "  format COLUMN TEXT           of one column\n"
            "  colname default              the usual titles again\n"
            "  colname COLUMN NAME          another title of a column\n"
            "  temp ID, press ID            computes whose temperature and pressure are printed\n"
            "  warn N|ignore|always|reset|default\n"
            "                               read, no difference: all warnings are printed\n"
            "COLUMN is a number (negative: from the right) or a keyword of thermo_style.",
    },
    {.name = NULL},
};
