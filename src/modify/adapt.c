/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fix adapt: coefficients of the pair potential follow variables.  They are set when a run begins
 * and, every N steps, after atoms have moved and before forces are summed.  The last values stay
 * when the fix goes.
 */
#include "modify/styles.h"

#include "base/memory.h"
#include "force/forces.h"
#include "term/pair.h"

#include <stdio.h>
#include <string.h>

struct target {
    char style[64], param[32], variable[64];
    struct md_place style_place, param_place, variable_place;
    int i[2], j[2]; /* first and last types */
    double *original;
    int types; /* 0: there are no originals yet */
};

struct adapt {
    int64_t every; /* 0: only when runs begin */
    bool scale;    /* the variables are factors */
    struct target *target;
    int targets;
};

static void remember(char *text, size_t size, struct md_place *place, const struct md_word *word)
{
    snprintf(text, size, "%.*s", (int)size - 1, word->text);
    *place = word->place;
}

/* pair STYLE PARAM I J v_NAME, at words[at]. */
static enum md_status read_target(struct adapt *adapt, const struct md_system *system,
                                  const struct md_args *args, int at, struct md_error *error)
{
    const struct md_word *words = &args->words[at];

    if (!md_word_is(words, "pair"))
        return md_error_set(error, MD_ERR_UNSUPPORTED, &words->place,
                            "fix adapt ... %s does not exist here; pair, scale and reset do",
                            words->text);
    if (at + 5 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &words->place,
                            "'pair' needs STYLE PARAM I J v_NAME after it");
    if (strncmp(words[5].text, "v_", 2) != 0 || words[5].text[2] == '\0')
        return md_error_set(error, MD_ERR_VALUE, &words[5].place,
                            "fix adapt takes values from a variable, v_NAME, not from '%s'",
                            words[5].text);
    size_t count = (size_t)adapt->targets;
    if (md_memory_grow(&adapt->target, count, count + 1, sizeof *adapt->target, error) != MD_OK)
        return error->status;
    struct target *target = &adapt->target[adapt->targets++];
    *target = (struct target){0};
    remember(target->style, sizeof target->style, &target->style_place, &words[1]);
    remember(target->param, sizeof target->param, &target->param_place, &words[2]);
    remember(target->variable, sizeof target->variable, &target->variable_place, &words[5]);
    memmove(target->variable, target->variable + 2, strlen(target->variable + 2) + 1);
    if (md_word_range(&words[3], "atom type", system->types, &target->i[0], &target->i[1], error))
        return error->status;
    return md_word_range(&words[4], "atom type", system->types, &target->j[0], &target->j[1],
                         error);
}

static enum md_status read_switch(struct adapt *adapt, const struct md_args *args, int at,
                                  struct md_error *error)
{
    const struct md_word *word = &args->words[at];
    bool value;

    if (at + 1 >= args->count)
        return md_error_set(error, MD_ERR_COUNT, &word->place, "'%s' needs yes or no", word->text);
    if (md_word_bool(word + 1, word->text, &value, error) != MD_OK)
        return error->status;
    if (md_word_is(word, "scale"))
        adapt->scale = value;
    else if (value)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &word->place,
                            "fix adapt ... reset yes does not exist here: give pair_coeff again");
    return MD_OK;
}

static enum md_status adapt_create(void *state, const struct md_modify_context *context,
                                   const struct md_args *args, struct md_error *error)
{
    struct adapt *adapt = state;
    enum md_status status = md_args_count(args, 2, -1, md_modifier_adapt.style.usage, error);

    if (status == MD_OK)
        status = md_word_int(&args->words[0], "interval of fix adapt", 0, MD_STEP_MAX,
                             &adapt->every, error);
    for (int at = 1; at < args->count && status == MD_OK;) {
        bool key = md_word_is(&args->words[at], "scale") || md_word_is(&args->words[at], "reset");

        status = key ? read_switch(adapt, args, at, error)
                     : read_target(adapt, context->system, args, at, error);
        at += key ? 2 : 6;
    }
    return status;
}

static enum md_status set_target(const struct adapt *adapt, struct target *target,
                                 const struct md_modify_context *context, bool now,
                                 struct md_error *error)
{
    struct md_pair *pair = context->forces->pair.state;
    size_t side = (size_t)context->system->types + 1;
    int which = md_pair_which(pair, target->param);
    double value, original;

    if (context->variables->equal(context->variables->context, target->variable, &value, error))
        return error->status;
    if (target->types == 0) {
        target->original = md_memory_array(side * side, sizeof *target->original);
        if (target->original == NULL)
            return md_error_memory(error, "coefficients before fix adapt");
    }
    for (int i = target->i[0]; i <= target->i[1]; i++)
        for (int j = target->j[0] > i ? target->j[0] : i; j <= target->j[1]; j++) {
            size_t ij = (size_t)i * side + (size_t)j;

            if (target->types == 0 && md_pair_peek(pair, i, j, which, &original))
                target->original[ij] = original;
            md_pair_poke(pair, i, j, which, adapt->scale ? value * target->original[ij] : value,
                         now);
        }
    target->types = context->system->types;
    return MD_OK;
}

static enum md_status check_target(const struct target *target,
                                   const struct md_modify_context *context, struct md_error *error)
{
    const struct md_potential_use *use = &context->forces->pair;
    const struct md_variables *variables = context->variables;

    if (use->type == NULL || strcmp(use->type->style.name, target->style) != 0)
        return md_error_set(error, MD_ERR_REFERENCE, &target->style_place,
                            "fix adapt changes pair style '%s', and the pair style is %s",
                            target->style, use->type != NULL ? use->type->style.name : "not given");
    if (use->type->prepare != md_pair_prepare || md_pair_which(use->state, target->param) < 0)
        return md_error_set(error, MD_ERR_UNSUPPORTED, &target->param_place,
                            "fix adapt cannot change '%s' of pair style %s", target->param,
                            target->style);
    if (variables->kind(variables->context, target->variable) != MD_VARIABLE_EQUAL)
        return md_error_set(error, MD_ERR_REFERENCE, &target->variable_place,
                            "fix adapt needs an equal-style variable '%s', and there is none",
                            target->variable);
    return MD_OK;
}

static enum md_status set_all(struct adapt *adapt, const struct md_modify_context *context,
                              bool now, struct md_error *error)
{
    enum md_status status = MD_OK;

    for (int k = 0; k < adapt->targets && status == MD_OK; k++) {
        if (!now)
            status = check_target(&adapt->target[k], context, error);
        if (status == MD_OK)
            status = set_target(adapt, &adapt->target[k], context, now, error);
    }
    return status;
}

static enum md_status adapt_begin(void *state, const struct md_modify_context *context,
                                  struct md_error *error)
{
    return set_all(state, context, false, error);
}

static enum md_status adapt_moved(void *state, const struct md_modify_context *context,
                                  struct md_error *error)
{
    struct adapt *adapt = state;
    int64_t step = md_clock_step(&context->system->clock);

    if (adapt->every == 0 || step % adapt->every != 0)
        return MD_OK;
    return set_all(adapt, context, true, error);
}

static void adapt_destroy(void *state)
{
    struct adapt *adapt = state;

    for (int k = 0; k < adapt->targets; k++)
        md_memory_free(adapt->target[k].original);
    md_memory_free(adapt->target);
}

const struct md_modifier md_modifier_adapt = {
    .style =
        {
            .name = "adapt",
            .summary = "coefficients of the pair potential follow variables",
            .usage = "fix ID GROUP adapt N pair STYLE PARAM I J v_NAME ... [scale yes|no]",
            .manual =
                "When a run begins and every N steps before forces (N = 0: only then) the\n"
                "coefficient PARAM of the pair style STYLE between atom types I and J (ranges "
                "such\n"
                "as *) is set to the value of an equal-style variable; scale yes: to that many\n"
                "times what it was.  PARAM is a coefficient by its name in pair_coeff (epsilon,\n"
                "sigma, a ...), not a cutoff.  Pairs that are mixed follow those they are mixed "
                "of.\n"
                "The last values stay after unfix.",
            .state_size = sizeof(struct adapt),
        },
    .balance = MD_BALANCE_UNCOUNTED,
    .create = adapt_create,
    .begin = adapt_begin,
    .reflect = adapt_moved,
    .destroy = adapt_destroy,
};
