/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accounts of the time integral of the kinetic energy. */
#include "state/heat.h"

#include "state/frame.h"
#include "state/motion.h"

void md_heat_clear(struct md_heat *heat)
{
    *heat = (struct md_heat){0};
}

void md_heat_open(struct md_heat *heat, struct md_heat_account *account, bool quadrature)
{
    account->served = account->own && quadrature;
    account->part = account->piece = 0.0;
    account->next = heat->first;
    heat->first = account;
    heat->pays = heat->pays || account->served;
    heat->looks = heat->looks || !account->served;
}

static double kinetic(const struct md_system *system, const md_vec3 *v, int group)
{
    return md_motion_energy(system, v, md_group_bit(group));
}

void md_heat_pay(struct md_system *system, const md_vec3 *v, double time)
{
    if (!system->heat.pays || time == 0.0)
        return;
    for (struct md_heat_account *account = system->heat.first; account != NULL;
         account = account->next) {
        if (!account->served)
            continue;
        account->part += time * kinetic(system, v, account->group);
        account->piece += time;
    }
}

/* A step's end: its integral and its mean are known. */
static void settle(struct md_heat_account *account)
{
    if (account->piece == 0.0)
        return;
    md_sum_add(&account->sum, account->part);
    md_sum_add(&account->time, account->piece);
    md_blocking_add(&account->blocking, account->part / account->piece);
    account->part = account->piece = 0.0;
}

void md_heat_close(struct md_system *system)
{
    if (!system->heat.pays)
        return;
    for (struct md_heat_account *account = system->heat.first; account != NULL;
         account = account->next) {
        if (account->served)
            settle(account);
    }
}

void md_heat_first(struct md_heat *heat, const struct md_frame *frame)
{
    for (struct md_heat_account *account = heat->first; account != NULL; account = account->next) {
        account->before = kinetic(frame->system, frame->v, account->group);
        account->moment = frame->time;
    }
}

void md_heat_look(struct md_heat *heat, const struct md_frame *frame)
{
    for (struct md_heat_account *account = heat->first; account != NULL; account = account->next) {
        if (account->served)
            continue;
        double now = kinetic(frame->system, frame->v, account->group);
        account->piece = frame->time - account->moment;
        account->part = 0.5 * account->piece * (account->before + now);
        settle(account);
        account->before = now;
        account->moment = frame->time;
    }
}

double md_heat_mean(const struct md_heat_account *account)
{
    double time = md_sum_value(&account->time);
    return time != 0.0 ? md_sum_value(&account->sum) / time : 0.0;
}

enum md_status md_heat_keep(struct md_heat_account *account, struct md_archive *archive,
                            struct md_error *error)
{
    double sums[4] = {account->sum.high, account->sum.low, account->time.high, account->time.low};
    enum md_status status = md_archive_doubles(archive, "heat", sums, 4, error);
    if (status == MD_OK)
        status = md_blocking_keep(&account->blocking, archive, "steps", error);
    account->sum = (struct md_sum){sums[0], sums[1]};
    account->time = (struct md_sum){sums[2], sums[3]};
    return status;
}
