/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements of single atoms of a group, in a field. */
#ifndef MD_ELEMENT_GROUP_H
#define MD_ELEMENT_GROUP_H

#include "element/sort.h"

extern const struct md_element_sort md_element_fields;

#endif
