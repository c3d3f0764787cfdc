# SPDX-License-Identifier: GPL-3.0-or-later
#
# MD_IF_FLAG(FLAGS, IF-ACCEPTED, IF-NOT, [PROGRAM])
#
# Does the compiler take these flags without a word, and compile the program with them?
AC_DEFUN([MD_IF_FLAG], [
  AC_MSG_CHECKING([whether $CC accepts $1])
  md_save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -Werror $1"
  AC_COMPILE_IFELSE([m4_default([$4], [AC_LANG_PROGRAM([], [])])],
    [CFLAGS=$md_save_CFLAGS; AC_MSG_RESULT([yes]); $2],
    [CFLAGS=$md_save_CFLAGS; AC_MSG_RESULT([no]); $3])
])
