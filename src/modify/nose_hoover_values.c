/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the fixes nvt, npt and nph tell: f_ID, the energy of chains and box that together with the
 * system's own is conserved, and f_ID[i], in this order:
 *
 *     eta, their rates; omega, their rates; eta of the box's chain, their rates;
 *     then potential and kinetic energies of each of these pairs; then the strain energy.
 */
#include "modify/nose_hoover.h"

#include <inttypes.h>

/* Energies of one chain: `first` is that of its head's coordinate per unit. */
static double chain_potential(const struct md_chain *chain, double first, double kt, int k)
{
    return (k == 0 ? first : kt) * chain->eta[k];
}

static double chain_kinetic(const struct md_chain *chain, int k)
{
    return 0.5 * chain->mass[k] * chain->rate[k] * chain->rate[k];
}

/* Number of box coordinates that are told of. */
static int told(const struct md_barostat *press)
{
    return !press->on ? 0 : press->iso ? 1 : 3;
}

struct box_state {
    double volume, nktv2p, kt;
    const double *length;
};

/* Of all controlled axes together. */
static double box_potential(const struct md_barostat *press, const struct box_state *box)
{
    return press->hydrostatic * (box->volume - press->volume0) / box->nktv2p;
}

static double box_kinetic(const struct md_barostat *press, int k)
{
    return 0.5 * press->rate[k] * press->rate[k] * press->mass[k];
}

static double strain(const struct md_barostat *press, const struct box_state *box)
{
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
        sum += press->sigma[k] * (box->length[k] * box->length[k]);
    return 0.5 * sum / box->nktv2p;
}

static double total(const struct md_nose_hoover *nh, const struct box_state *box)
{
    const struct md_barostat *press = &nh->press;
    double energy = 0.0, first = press->axes * box->kt;
    for (int k = 0; nh->thermostat && k < nh->chain.length; k++)
        energy +=
            chain_potential(&nh->chain, nh->wanted, box->kt, k) + chain_kinetic(&nh->chain, k);
    if (!press->on)
        return energy;
    for (int k = 0; k < 3; k++)
        energy += press->axis[k] ? box_kinetic(press, k) : 0.0;
    energy += box_potential(press, box);
    for (int k = 0; k < press->chain.length; k++)
        energy +=
            chain_potential(&press->chain, first, box->kt, k) + chain_kinetic(&press->chain, k);
    return energy + (press->deviatoric ? strain(press, box) : 0.0);
}

/* Element n of one sort of values. */
enum sort {
    ETA,
    ETA_RATE,
    OMEGA,
    OMEGA_RATE,
    ETAP,
    ETAP_RATE,
    PE_ETA,
    KE_ETA,
    PE_OMEGA,
    KE_OMEGA,
    PE_ETAP,
    KE_ETAP,
    STRAIN,
    SORTS
};

static double element(const struct md_nose_hoover *nh, const struct box_state *box, enum sort sort,
                      int n)
{
    const struct md_barostat *press = &nh->press;
    switch (sort) {
    case ETA:
        return nh->chain.eta[n];
    case ETA_RATE:
        return nh->chain.rate[n];
    case OMEGA:
        return press->omega[n];
    case OMEGA_RATE:
        return press->rate[n];
    case ETAP:
        return press->chain.eta[n];
    case ETAP_RATE:
        return press->chain.rate[n];
    case PE_ETA:
        return chain_potential(&nh->chain, nh->wanted, box->kt, n);
    case KE_ETA:
        return chain_kinetic(&nh->chain, n);
    case PE_OMEGA:
        return press->iso       ? box_potential(press, box)
               : press->axis[n] ? box_potential(press, box) / press->axes
                                : 0.0;
    case KE_OMEGA:
        return press->iso       ? press->axes * box_kinetic(press, n)
               : press->axis[n] ? box_kinetic(press, n)
                                : 0.0;
    case PE_ETAP:
        return chain_potential(&press->chain, box->kt, box->kt, n); /* the head too, as in LAMMPS */
    case KE_ETAP:
        return chain_kinetic(&press->chain, n);
    default:
        return strain(press, box);
    }
}

static int length_of(const struct md_nose_hoover *nh, enum sort sort)
{
    int chain = nh->thermostat ? nh->chain.length : 0;
    int barostat = nh->press.on ? nh->press.chain.length : 0;
    switch (sort) {
    case ETA:
    case ETA_RATE:
    case PE_ETA:
    case KE_ETA:
        return chain;
    case OMEGA:
    case OMEGA_RATE:
    case PE_OMEGA:
    case KE_OMEGA:
        return told(&nh->press);
    case STRAIN:
        return nh->press.on && nh->press.deviatoric;
    default:
        return barostat;
    }
}

void md_nose_hoover_shape(const void *state, struct md_shape *shape)
{
    shape->vector_length = 0;
    for (int sort = ETA; sort < SORTS; sort++)
        shape->vector_length += length_of(state, (enum sort)sort);
}

enum md_status md_nose_hoover_value(const void *state, const struct md_modify_context *context,
                                    int64_t i, int64_t j, double *value, struct md_error *error)
{
    const struct md_nose_hoover *nh = state;
    const struct md_system *system = context->system;
    struct box_state box = {
        .volume = md_box_volume(&system->box, system->dimension),
        .nktv2p = system->units->nktv2p,
        .kt = system->units->boltz * nh->target,
        .length = system->box.length,
    };
    if (i == 0 && j == 0) {
        *value = total(nh, &box);
        return MD_OK;
    }
    int64_t n = i - 1;
    for (int sort = ETA; sort < SORTS && j == 0; sort++) {
        int length = length_of(nh, (enum sort)sort);
        if (n < length) {
            *value = element(nh, &box, (enum sort)sort, (int)n);
            return MD_OK;
        }
        n -= length;
    }
    return md_error_set(error, MD_ERR_VALUE, NULL, "fix %s has no value [%" PRId64 "]",
                        nh->bath.style, i);
}
