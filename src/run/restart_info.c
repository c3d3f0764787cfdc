/* SPDX-License-Identifier: GPL-3.0-or-later */
/* avimd --restart-info: what a restart file holds, for people. */
#include "base/restart_format.h"
#include "run/restart_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A text or a number of the archive; "?" and 0 when it is not there. */
static const char *text_of(struct md_archive *archive, const char *name, char text[128])
{
    struct md_error error;
    if (md_archive_text(archive, name, text, 128, &error) != MD_OK)
        snprintf(text, 128, "?");
    return text;
}

static int64_t int_of(struct md_archive *archive, const char *name)
{
    struct md_error error;
    int64_t value = 0;
    return md_archive_ints(archive, name, &value, 1, &error) == MD_OK ? value : 0;
}

static double double_of(struct md_archive *archive, const char *name)
{
    struct md_error error;
    double value = 0.0;
    return md_archive_doubles(archive, name, &value, 1, &error) == MD_OK ? value : 0.0;
}

static void print_time(struct md_archive *archive, FILE *out)
{
    struct md_clock clock = {
        .timestep = double_of(archive, "timestep"),
        .now = int_of(archive, "now"),
        .origin = int_of(archive, "origin"),
        .origin_time = double_of(archive, "origin_time"),
    };
    fprintf(out, "  step        %" PRId64 "\n  time        %.15g\n  timestep    %.15g\n",
            md_clock_step(&clock), md_clock_time(&clock), clock.timestep);
}

static void print_box(struct md_archive *archive, FILE *out)
{
    struct md_error error;
    double lo[3] = {0.0}, hi[3] = {0.0};
    int64_t face[6] = {0};
    if (md_archive_doubles(archive, "lo", lo, 3, &error) ||
        md_archive_doubles(archive, "hi", hi, 3, &error) ||
        md_archive_ints(archive, "boundary", face, 6, &error))
        return;
    fprintf(out, "  box         %.15g %.15g %.15g to %.15g %.15g %.15g, boundary", lo[0], lo[1],
            lo[2], hi[0], hi[1], hi[2]);
    for (int k = 0; k < 6; k++)
        fprintf(out, "%s%c", k % 2 ? "" : " ", "pfsm?"[face[k] >= 0 && face[k] < 4 ? face[k] : 4]);
    fprintf(out, "\n");
}

static void print_system(struct md_archive *archive, FILE *out)
{
    struct md_error error;
    char text[128];
    if (md_archive_enter(archive, "system", &error) != MD_OK)
        return;
    fprintf(out, "  units       %s\n  dimension   %" PRId64 "\n", text_of(archive, "units", text),
            int_of(archive, "dimension"));
    print_time(archive, out);
    print_box(archive, out);
    int64_t types = int_of(archive, "types");
    md_archive_rewind(archive, true);
    if (md_archive_enter(archive, "atoms", &error) == MD_OK)
        fprintf(out, "  atoms       %zu of %" PRId64 " types\n", md_archive_size(archive, "id"),
                types);
    md_archive_rewind(archive, true);
    if (md_archive_enter(archive, "topology", &error) == MD_OK) {
        int64_t style = int_of(archive, "atom_style");
        fprintf(out, "  atom_style  %s\n",
                style >= MD_ATOM_ATOMIC && style < MD_ATOM_STYLES ? md_atom_style_names[style]
                                                                  : "?");
        for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
            const struct md_topology_kind *of = &md_topology_kinds[kind];
            size_t numbers = md_archive_size(archive, of->many);
            if (numbers > 0)
                fprintf(out, "  %-11s %zu of %" PRId64 " types\n", of->many,
                        numbers / (1 + (size_t)of->atoms), int_of(archive, of->archived_types));
        }
    }
    md_archive_rewind(archive, true);
}

static void print_groups(struct md_archive *archive, FILE *out)
{
    struct md_error error;
    char text[128];
    fprintf(out, "  groups      all");
    if (md_archive_has(archive, "groups") && md_archive_enter(archive, "groups", &error) == MD_OK)
        for (int g = 1; g < MD_GROUP_MAX; g++) {
            char key[16];
            snprintf(key, sizeof key, "%d", g);
            if (md_archive_has(archive, key))
                fprintf(out, " %s", text_of(archive, key, text));
        }
    fprintf(out, "\n");
    md_archive_rewind(archive, true);
}

static void print_style(struct md_archive *archive, const char *section, const char *label,
                        FILE *out)
{
    struct md_error error;
    char text[128];
    if (!md_archive_has(archive, section) || md_archive_enter(archive, section, &error) != MD_OK)
        return;
    fprintf(out, "  %-11s %s%s\n", label, text_of(archive, "style", text),
            md_archive_has(archive, "words") ? "" : " (must be given again)");
    md_archive_rewind(archive, true);
}

static void print_list(struct md_archive *archive, const char *section, const char *label, bool all,
                       FILE *out)
{
    for (int k = 0; k < INT16_MAX; k++) {
        struct md_error error;
        char key[16], id[128], style[128];
        snprintf(key, sizeof key, "%d", k);
        md_archive_rewind(archive, true);
        if (!md_archive_has(archive, section) ||
            md_archive_enter(archive, section, &error) != MD_OK || !md_archive_has(archive, key) ||
            md_archive_enter(archive, key, &error) != MD_OK)
            break;
        bool kept = md_archive_has(archive, "state");
        if (all || kept)
            fprintf(out, "  %-11s %s %s%s\n", label, text_of(archive, "id", id),
                    text_of(archive, "style", style), kept ? " (with its state)" : "");
    }
    md_archive_rewind(archive, true);
}

/* The line that goes on with the run it was written in. */
static void print_rest(struct md_archive *archive, FILE *out)
{
    struct md_restart_span span;
    char line[MD_RESTART_LINE];
    if (!md_restart_span_of(archive, &span))
        return;
    md_restart_line(&span, line);
    if (span.step < span.whole_last)
        fprintf(out, "  continues   %s\n", line);
    else
        fprintf(out, "  continues   nothing: the run ended at this step\n");
}

enum md_status md_restart_info(struct md_archive *archive, const char *path, FILE *out,
                               struct md_error *error)
{
    md_archive_rewind(archive, true);
    if (!md_archive_has(archive, "system") || !md_archive_has(archive, "atoms"))
        return md_error_set(error, MD_ERR_FILE, NULL, "restart file '%s' holds no system", path);
    fprintf(out, "restart file %s\n  format      %d, %zu arrays, checksums ok\n", path,
            md_archive_format(archive), md_archive_entries(archive));
    fprintf(out, "  written     %s\n",
            md_archive_has(archive, "instant") ? "during a run, which can be resumed bit for bit"
                                               : "between runs");
    print_rest(archive, out);
    print_system(archive, out);
    print_groups(archive, out);
    print_style(archive, "pair", "pair_style", out);
    for (int kind = 0; kind < MD_TOPOLOGY_KINDS; kind++) {
        char label[MD_TOPOLOGY_TEXT];
        snprintf(label, sizeof label, "%s_style", md_topology_kinds[kind].one);
        print_style(archive, md_topology_kinds[kind].one, label, out);
    }
    print_style(archive, "integrator", "run_style", out);
    print_list(archive, "fixes", "fix", true, out);
    print_list(archive, "computes", "compute", false, out);
    return MD_OK;
}
