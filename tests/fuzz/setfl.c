/* SPDX-License-Identifier: GPL-3.0-or-later */
#define FORMAT MD_EAM_SETFL
#include "eam.h"
