# SPDX-License-Identifier: GPL-3.0-or-later
libavimd_la_SOURCES += \
	src/measure/atom_input.c \
	src/measure/atom_input.h \
	src/measure/atoms.c \
	src/measure/atoms.h \
	src/measure/avi.c \
	src/measure/es_steps.c \
	src/measure/centro_atom.c \
	src/measure/cluster_atom.c \
	src/measure/cna_atom.c \
	src/measure/chunk.h \
	src/measure/chunk_atom.c \
	src/measure/com.c \
	src/measure/computes.c \
	src/measure/coord_atom.c \
	src/measure/displace_atom.c \
	src/measure/group_group.c \
	src/measure/gyration.c \
	src/measure/heat_average.c \
	src/measure/heat_flux.c \
	src/measure/ke.c \
	src/measure/ke_atom.c \
	src/measure/kinetic.c \
	src/measure/kinetic.h \
	src/measure/measure.h \
	src/measure/modes.c \
	src/measure/msd.c \
	src/measure/orientorder_atom.c \
	src/measure/origin.c \
	src/measure/origin.h \
	src/measure/pe.c \
	src/measure/pe_atom.c \
	src/measure/pressure.c \
	src/measure/property.c \
	src/measure/property.h \
	src/measure/property_atom.c \
	src/measure/rdf.c \
	src/measure/reduce.c \
	src/measure/registry.c \
	src/measure/stress_atom.c \
	src/measure/styles.h \
	src/measure/temp.c \
	src/measure/temp_com.c \
	src/measure/temp_partial.c \
	src/measure/temp_ramp.c \
	src/measure/temp_region.c \
	src/measure/thermal.c \
	src/measure/thermal.h \
	src/measure/vacf.c
unit_tests += \
	tests/unit/measure/test_avi \
	tests/unit/measure/test_computes \
	tests/unit/measure/test_neighbors_of_atoms \
	tests/unit/measure/test_per_atom
