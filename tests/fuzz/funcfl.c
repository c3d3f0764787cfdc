/* SPDX-License-Identifier: GPL-3.0-or-later */
#define FORMAT MD_EAM_FUNCFL
#include "eam.h"
