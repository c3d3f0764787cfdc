/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements that the topology names: bonds, angles and the like. */
#ifndef MD_ELEMENT_TOPOLOGY_H
#define MD_ELEMENT_TOPOLOGY_H

#include "element/sort.h"

extern const struct md_element_sort md_element_topology;

#endif
