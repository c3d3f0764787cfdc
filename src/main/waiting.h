/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How threads wait for each other. */
#ifndef MD_MAIN_WAITING_H
#define MD_MAIN_WAITING_H

/* Threads that wait give their core away if others want it: starts the program again with
 * OMP_WAIT_POLICY=passive when this many threads are more than there are idle cores.  Returns if
 * there is nothing to do or the user has chosen.  To be called before anything is read or opened.
 */
void md_waiting_choose(int threads, char **argv);

/* After the runtime of OpenMP has read it: what the deck starts (shell) inherits nothing of this.
 */
void md_waiting_forget(void);

#endif
