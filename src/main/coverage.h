/* SPDX-License-Identifier: GPL-3.0-or-later */
/* avimd coverage: which decks will run, and what the others lack. */
#ifndef MD_MAIN_COVERAGE_H
#define MD_MAIN_COVERAGE_H

/* argv[0] .. argv[argc - 1] are the words after `coverage`.  Returns the exit status: 0 all decks
 * will run, 1 some will not, 2 the command line is wrong. */
int md_coverage(int argc, char **argv);

/* The text of avimd coverage --help. */
extern const char md_coverage_usage[];

#endif
