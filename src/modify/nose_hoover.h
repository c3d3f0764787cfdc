/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nose-Hoover chains for the temperature and, in the equations of Martyna, Tobias and Klein
 * (J. Chem. Phys. 101 (1994) 4177), for the pressure: what the fixes nvt, npt and nph share.
 */
#ifndef MD_MODIFY_NOSE_HOOVER_H
#define MD_MODIFY_NOSE_HOOVER_H

#include "modify/bath.h"

#define MD_CHAIN_MAX 64

/* A chain of thermostats, each of which is coupled to the one before. */
struct md_chain {
    int length;
    int loops;        /* substeps */
    double frequency; /* 1 / damping time */
    double eta[MD_CHAIN_MAX];
    double rate[MD_CHAIN_MAX + 1]; /* the last one stays 0 */
    double force[MD_CHAIN_MAX];    /* second derivative */
    double mass[MD_CHAIN_MAX];
    double drag; /* factor of the rates in each substep; 1: none */
};

struct md_barostat {
    bool on;
    bool axis[3];    /* controlled */
    int axes;        /* how many */
    int couple[3];   /* axes of the same number share their pressure */
    bool iso;        /* one degree of freedom */
    bool deviatoric; /* some axis was given on its own: pressures may differ */
    bool mtk;
    double start[3], stop[3], target[3], frequency[3], frequency_max;
    double hydrostatic; /* mean target */
    double now[3];      /* coupled pressures */
    double omega[3], rate[3], mass[3];
    double correction; /* of velocities: sum of rates / (axes N) */
    double fixed[3];   /* the point that stays in place */
    bool fixed_given;
    char dilate[64];                       /* group that is remapped; "": all */
    int64_t reset;                         /* steps between resets of the reference box; 0: never */
    double volume0, inverse0[3], sigma[3]; /* reference box */
    /* Temperature the masses belong to, where there is no thermostat: ptemp, or that of the first
     * run's beginning; 0: not known yet. */
    double t0;
    char pressure[80]; /* ID of the compute */
    struct md_chain chain;
};

struct md_nose_hoover {
    struct md_bath bath;
    bool thermostat;
    double target; /* temperature */
    double wanted; /* kinetic energy: freedom k T */
    double drag;
    struct md_chain chain;
    struct md_barostat press;
};

/* Words of the fix; which of the three it is decides what must be there. */
enum md_status md_nose_hoover_read(struct md_nose_hoover *nh, const char *style, bool temperature,
                                   bool pressure, const struct md_modify_context *context,
                                   const struct md_args *args, struct md_error *error);

/* The thermostat's half step: chain, and the velocities with it. */
enum md_status md_nose_hoover_heat(struct md_nose_hoover *nh,
                                   const struct md_modify_context *context, struct md_error *error);

/* Targets of this step. */
enum md_status md_nose_hoover_aim(struct md_nose_hoover *nh,
                                  const struct md_modify_context *context, struct md_error *error);

/* The barostat: chain, pressures measured (after velocities changed), rates, velocities, box. */
void md_barostat_chain(struct md_nose_hoover *nh, const struct md_modify_context *context);
enum md_status md_barostat_look(struct md_nose_hoover *nh, const struct md_modify_context *context,
                                struct md_error *error);
void md_barostat_aim(struct md_nose_hoover *nh, const struct md_modify_context *context);
enum md_status md_barostat_push(struct md_nose_hoover *nh, const struct md_modify_context *context,
                                struct md_error *error);
enum md_status md_barostat_brake(const struct md_nose_hoover *nh,
                                 const struct md_modify_context *context, struct md_error *error);
enum md_status md_barostat_remap(struct md_nose_hoover *nh, const struct md_modify_context *context,
                                 struct md_error *error);

/* f_ID and f_ID[i]. */
void md_nose_hoover_shape(const void *state, struct md_shape *shape);
enum md_status md_nose_hoover_value(const void *state, const struct md_modify_context *context,
                                    int64_t i, int64_t j, double *value, struct md_error *error);

#endif
