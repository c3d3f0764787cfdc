/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measures registry.c lists: one const struct per file. */
#ifndef MD_MEASURE_STYLES_H
#define MD_MEASURE_STYLES_H

#include "measure/measure.h"

extern const struct md_measure md_measure_avi_residual;
extern const struct md_measure md_measure_avi_updates;
extern const struct md_measure md_measure_es_steps;
extern const struct md_measure md_measure_centro_atom;
extern const struct md_measure md_measure_cluster_atom;
extern const struct md_measure md_measure_cna_atom;
extern const struct md_measure md_measure_chunk_atom;
extern const struct md_measure md_measure_com;
extern const struct md_measure md_measure_coord_atom;
extern const struct md_measure md_measure_displace_atom;
extern const struct md_measure md_measure_group_group;
extern const struct md_measure md_measure_gyration;
extern const struct md_measure md_measure_heat_average;
extern const struct md_measure md_measure_heat_flux;
extern const struct md_measure md_measure_ke;
extern const struct md_measure md_measure_ke_atom;
extern const struct md_measure md_measure_modes;
extern const struct md_measure md_measure_msd;
extern const struct md_measure md_measure_orientorder_atom;
extern const struct md_measure md_measure_pe;
extern const struct md_measure md_measure_pe_atom;
extern const struct md_measure md_measure_pressure;
extern const struct md_measure md_measure_property_atom;
extern const struct md_measure md_measure_rdf;
extern const struct md_measure md_measure_reduce;
extern const struct md_measure md_measure_reduce_region;
extern const struct md_measure md_measure_stress_atom;
extern const struct md_measure md_measure_temp;
extern const struct md_measure md_measure_temp_com;
extern const struct md_measure md_measure_temp_partial;
extern const struct md_measure md_measure_temp_ramp;
extern const struct md_measure md_measure_temp_region;
extern const struct md_measure md_measure_vacf;

#endif
