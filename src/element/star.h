/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements of an atom and all its partners, which belong to that atom. */
#ifndef MD_ELEMENT_STAR_H
#define MD_ELEMENT_STAR_H

#include "element/sort.h"

/* An embedding term; half of each of an atom's pairs; both together. */
extern const struct md_element_sort md_element_embedding, md_element_halves, md_element_whole;

#endif
