/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the fixes nvt, npt and nph. */
#include "modify/nose_hoover.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum key {
    TEMP,
    ISO,
    ANISO,
    X,
    Y,
    Z,
    COUPLE,
    TCHAIN,
    TLOOP,
    PCHAIN,
    PLOOP,
    MTK,
    DRAG,
    NRESET,
    DILATE,
    FIXEDPOINT,
    FLIP,
    PTEMP,
    SUPPORTED,
    TRI = SUPPORTED,
    XY,
    XZ,
    YZ,
    SCALEXY,
    SCALEXZ,
    SCALEYZ,
    UPDATE
};
static const char *const keys[] = {"temp",
                                   "iso",
                                   "aniso",
                                   "x",
                                   "y",
                                   "z",
                                   "couple",
                                   "tchain",
                                   "tloop",
                                   "pchain",
                                   "ploop",
                                   "mtk",
                                   "drag",
                                   "nreset",
                                   "dilate",
                                   "fixedpoint",
                                   "flip",
                                   "ptemp",
                                   MD_NOT_OFFERED "tri",
                                   MD_NOT_OFFERED "xy",
                                   MD_NOT_OFFERED "xz",
                                   MD_NOT_OFFERED "yz",
                                   MD_NOT_OFFERED "scalexy",
                                   MD_NOT_OFFERED "scalexz",
                                   MD_NOT_OFFERED "scaleyz",
                                   MD_NOT_OFFERED "update",
                                   NULL};
/* How many values each takes. */
static const int values[SUPPORTED] = {3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1};

struct reader {
    struct md_nose_hoover *nh;
    const struct md_modify_context *context;
    const struct md_word *press; /* the first word about pressures */
    enum { NONE, XYZ, COUPLE_XY, COUPLE_YZ, COUPLE_XZ } couple;
    const struct md_word *couple_word;
    const struct md_word *ptemp; /* the word, if it was there */
};

static enum md_status refuse(const struct md_word *word, int key, struct md_error *error)
{
    if (key == UPDATE)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "'update' needs dipoles, which do not exist here");
    return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                        "'%s' needs a triclinic box, which does not exist here", word->text);
}

static enum md_status read_temp(struct md_nose_hoover *nh, const struct md_word *word,
                                struct md_error *error)
{
    double damp;
    enum md_status status = md_bath_read(&nh->bath, &word[1], &word[2], false, error);
    if (status == MD_OK && !(nh->bath.start > 0.0 && nh->bath.stop > 0.0))
        return md_error_set(error, MD_ERR_VALUE, &word[nh->bath.start > 0.0 ? 2 : 1].place,
                            "the temperature a chain of thermostats holds must be greater than 0");
    if (status == MD_OK)
        status = md_word_double(&word[3], "damping time", MD_ABOVE(0.0), INFINITY, &damp, error);
    if (status == MD_OK) {
        nh->thermostat = true;
        nh->chain.frequency = 1.0 / damp;
    }
    return status;
}

static enum md_status read_pressure(struct reader *reader, int key, const struct md_word *word,
                                    struct md_error *error)
{
    struct md_barostat *press = &reader->nh->press;
    int dimension = reader->context->system->dimension;
    double start, stop, damp;
    enum md_status status =
        md_word_double(&word[1], "pressure at the start", -INFINITY, INFINITY, &start, error);
    if (status == MD_OK)
        status = md_word_double(&word[2], "pressure at the end", -INFINITY, INFINITY, &stop, error);
    if (status == MD_OK)
        status = md_word_double(&word[3], "damping time", MD_ABOVE(0.0), INFINITY, &damp, error);
    if (status == MD_OK && key == Z && dimension == 2)
        return md_error_set(error, MD_ERR_VALUE, &word->place,
                            "the pressure along z cannot be controlled in two dimensions");
    if (status != MD_OK)
        return status;
    int first = key >= X ? key - X : 0, last = key >= X ? key - X : 2;
    for (int k = first; k <= last && k < dimension; k++) {
        press->axis[k] = true;
        press->start[k] = start;
        press->stop[k] = stop;
        press->frequency[k] = 1.0 / damp;
    }
    reader->press = word;
    press->deviatoric |= key >= X;
    if (key == ISO)
        reader->couple = XYZ;
    else if (key == ANISO)
        reader->couple = NONE;
    return MD_OK;
}

static enum md_status read_couple(struct reader *reader, const struct md_word *word,
                                  struct md_error *error)
{
    static const char *const names[] = {"none", "xyz", "xy", "yz", "xz", NULL};
    int couple = 0;
    enum md_status status = md_word_choice(&word[1], "coupling", names, &couple, error);
    reader->couple = couple;
    reader->couple_word = &word[1];
    if (status == MD_OK && reader->context->system->dimension == 2 && couple >= COUPLE_YZ)
        return md_error_set(error, MD_ERR_VALUE, &word[1].place,
                            "axes cannot be coupled with z in two dimensions");
    return status;
}

static enum md_status read_int(const struct md_word *word, const char *what, int64_t lo, int64_t hi,
                               int *value, struct md_error *error)
{
    int64_t number = 0;
    enum md_status status = md_word_int(&word[1], what, lo, hi, &number, error);
    if (status == MD_OK)
        *value = (int)number;
    return status;
}

static enum md_status read_dilate(struct reader *reader, const struct md_word *word,
                                  struct md_error *error)
{
    struct md_barostat *press = &reader->nh->press;
    int group;
    enum md_status status =
        md_groups_of_word(&reader->context->system->groups, &word[1], &group, error);
    if (status == MD_OK && strlen(word[1].text) >= sizeof(press->dilate))
        return md_error_set(error, MD_ERR_VALUE, &word[1].place, "the group's name is too long");
    if (status == MD_OK && group != 0)
        snprintf(press->dilate, sizeof(press->dilate), "%s", word[1].text);
    return status;
}

static enum md_status read_fixed(struct md_barostat *press, const struct md_word *word,
                                 struct md_error *error)
{
    enum md_status status = MD_OK;
    for (int k = 0; k < 3 && status == MD_OK; k++)
        status = md_word_double(&word[1 + k], "coordinate", -INFINITY, INFINITY, &press->fixed[k],
                                error);
    press->fixed_given = true;
    return status;
}

static enum md_status read_ptemp(struct reader *reader, const struct md_word *word,
                                 struct md_error *error)
{
    reader->ptemp = word;
    return md_word_double(&word[1], "temperature of the barostat's masses", MD_ABOVE(0.0), INFINITY,
                          &reader->nh->press.t0, error);
}

static enum md_status read_key(struct reader *reader, int key, const struct md_word *word,
                               struct md_error *error)
{
    struct md_nose_hoover *nh = reader->nh;
    struct md_barostat *press = &nh->press;
    bool flips; /* tilted boxes, of which there are none */
    switch (key) {
    case TEMP:
        return read_temp(nh, word, error);
    case COUPLE:
        return read_couple(reader, word, error);
    case TCHAIN:
        return read_int(word, "length of the chain", 1, MD_CHAIN_MAX, &nh->chain.length, error);
    case TLOOP:
        return read_int(word, "substeps", 1, 1000, &nh->chain.loops, error);
    case PCHAIN:
        return read_int(word, "length of the chain", 0, MD_CHAIN_MAX, &press->chain.length, error);
    case PLOOP:
        return read_int(word, "substeps", 1, 1000, &press->chain.loops, error);
    case MTK:
        return md_word_bool(&word[1], "mtk", &press->mtk, error);
    case DRAG:
        return md_word_double(&word[1], "drag", 0.0, INFINITY, &nh->drag, error);
    case NRESET:
        return md_word_int(&word[1], "steps between resets", 0, MD_STEP_MAX, &press->reset, error);
    case DILATE:
        return read_dilate(reader, word, error);
    case FIXEDPOINT:
        return read_fixed(press, word, error);
    case FLIP:
        return md_word_bool(&word[1], "flip", &flips, error);
    case PTEMP:
        return read_ptemp(reader, word, error);
    default:
        return read_pressure(reader, key, word, error);
    }
}

/* Axes that share a pressure are all controlled, and towards the same. */
static enum md_status settle_couple(struct reader *reader, struct md_error *error)
{
    static const int sets[][3] = {{0, 1, 2}, {0, 0, 0}, {0, 0, 2}, {0, 1, 1}, {0, 1, 0}};
    struct md_barostat *press = &reader->nh->press;
    int dimension = reader->context->system->dimension;
    const struct md_word *word = reader->couple_word ? reader->couple_word : reader->press;
    memcpy(press->couple, sets[reader->couple], sizeof(press->couple));
    for (int k = 0; k < dimension; k++) {
        for (int l = 0; l < k; l++) {
            if (press->couple[k] != press->couple[l])
                continue;
            if (!press->axis[k] || !press->axis[l] || press->start[k] != press->start[l] ||
                press->stop[k] != press->stop[l] || press->frequency[k] != press->frequency[l])
                return md_error_set(error, MD_ERR_VALUE, &word->place,
                                    "axes %c and %c are coupled and must both be controlled, with "
                                    "the same PSTART, PSTOP and PDAMP",
                                    "xyz"[l], "xyz"[k]);
        }
    }
    press->iso = reader->couple == XYZ || (dimension == 2 && reader->couple == COUPLE_XY);
    for (int k = 0; k < 3; k++) {
        press->axes += press->axis[k];
        press->frequency_max = fmax(press->frequency_max, press->frequency[k]);
    }
    return MD_OK;
}

/* Pressure is of all atoms, so the temperature it is made from is too. */
static enum md_status make_computes(struct md_nose_hoover *nh,
                                    const struct md_modify_context *context,
                                    const struct md_word *word, struct md_error *error)
{
    enum md_status status =
        md_bath_make(&nh->bath, context, nh->press.on ? 0 : context->group, word, error);
    if (status != MD_OK || !nh->press.on)
        return status;
    char id[sizeof(nh->press.pressure)];
    snprintf(id, sizeof(id), "%.64s_press", context->id);
    const struct md_word words[4] = {
        {.text = id, .place = word->place},
        {.text = "all", .place = word->place},
        {.text = "pressure", .place = word->place},
        {.text = nh->bath.temperature, .place = word->place},
    };
    struct md_args args = {.words = words, .count = 4, .command = *word};
    status = md_computes_lend(context->computes, context->system, &args, nh, error);
    if (status == MD_OK)
        memcpy(nh->press.pressure, id, sizeof(id));
    return status;
}

static enum md_status need(bool has, bool wants, const char *style, const char *what,
                           const struct md_word *word, struct md_error *error)
{
    if (has == wants)
        return MD_OK;
    return md_error_set(error, wants ? MD_ERR_COUNT : MD_ERR_VALUE, &word->place,
                        wants ? "fix %s needs %s" : "fix %s controls no %s", style, what);
}

static enum md_status read_all(struct reader *reader, const struct md_args *args,
                               struct md_error *error)
{
    enum md_status status = MD_OK;
    int key;
    for (int at = 0; at < args->count && status == MD_OK; at += values[key] + 1) {
        const struct md_word *word = &args->words[at];
        status = md_word_choice(word, "keyword", keys, &key, error);
        if (status != MD_OK)
            return status;
        if (key >= SUPPORTED)
            return refuse(word, key, error);
        if (at + values[key] >= args->count)
            return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs %d value%s",
                                word->text, values[key], values[key] > 1 ? "s" : "");
        status = read_key(reader, key, word, error);
    }
    return status;
}

enum md_status md_nose_hoover_read(struct md_nose_hoover *nh, const char *style, bool temperature,
                                   bool pressure, const struct md_modify_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    struct reader reader = {.nh = nh, .context = context};
    nh->bath.style = style;
    nh->bath.owner = nh;
    nh->chain.length = nh->press.chain.length = 3;
    nh->chain.loops = nh->press.chain.loops = 1;
    nh->press.mtk = true;
    enum md_status status = read_all(&reader, args, error);
    const struct md_word *last = args->count > 0 ? &args->words[0] : &args->command;
    nh->press.on = reader.press != NULL;
    if (status == MD_OK)
        status = need(nh->thermostat, temperature, style,
                      temperature ? "'temp TSTART TSTOP TDAMP'" : "temperature", last, error);
    if (status == MD_OK)
        status =
            need(nh->press.on, pressure, style,
                 pressure ? "a pressure: iso, aniso, x, y or z PSTART PSTOP PDAMP" : "pressure",
                 reader.press != NULL ? reader.press : last, error);
    if (status == MD_OK && reader.ptemp != NULL && temperature)
        return md_error_set(error, MD_ERR_VALUE, &reader.ptemp->place,
                            "'ptemp' is for fix nph; fix %s takes the masses of its barostat from "
                            "the temperature of its thermostat",
                            style);
    if (status == MD_OK && nh->press.on)
        status = settle_couple(&reader, error);
    for (int k = 0; k < 3 && !nh->press.fixed_given; k++)
        nh->press.fixed[k] = 0.5 * (context->system->box.lo[k] + context->system->box.hi[k]);
    return status == MD_OK ? make_computes(nh, context, last, error) : status;
}
