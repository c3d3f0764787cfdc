/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How threads wait for each other.  The runtimes of OpenMP let a thread that is early spin for some
 * milliseconds before it sleeps.  On idle cores nothing is faster.  On a core that others want too
 * it burns the time in which the thread that is late could run: a step of a small system, of some
 * hundred microseconds, then takes as long as the scheduler's slices, many times more.  Threads
 * that sleep at once lose a little on a quiet machine and nothing of the kind on a busy one.
 *
 * The runtimes read their settings when they are loaded, before main, so that a program can choose
 * only by starting again.  It does so once, with OMP_WAIT_POLICY in the environment, which both
 * GNU's and LLVM's runtime obey, and only if the machine is busy: so many threads of others want to
 * run, at each of several looks, that some of ours would share a core.  What the user has set
 * counts.
 */
#include "main/waiting.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define POLICY "OMP_WAIT_POLICY"
#define MARK   "AVIMD_WAITS" /* the policy is ours */
#define LOOKS  4

/* Something in the environment has chosen, or would not survive a start: valgrind and the like,
 * which load libraries of their own into the program. */
static bool is_chosen(void)
{
    static const char *const names[] = {POLICY, "GOMP_SPINCOUNT", "KMP_BLOCKTIME", "LD_PRELOAD",
                                        MARK};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (getenv(names[i]) != NULL)
            return true;
    return false;
}

/* Threads on this machine that run or want to, without this one; -1: not known. */
static long others_running(void)
{
    FILE *file = fopen("/proc/loadavg", "r");
    long running = -1;
    if (file == NULL)
        return -1;
    if (fscanf(file, "%*f %*f %*f %ld/", &running) != 1)
        running = 0;
    fclose(file);
    return running - 1;
}

/* Whatever runs for a moment only is missed by one of the looks. */
static bool is_busy(int threads)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const struct timespec pause = {.tv_nsec = 700000};
    for (int look = 0; look < LOOKS; look++) {
        long others = others_running();
        if (cores < 1 || others < 0 || cores - others >= threads)
            return false;
        if (look + 1 < LOOKS)
            nanosleep(&pause, NULL);
    }
    return true;
}

void md_waiting_choose(int threads, char **argv)
{
    char path[4096];
    if (threads < 2 || is_chosen() || !is_busy(threads))
        return;
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = '\0';
    if (setenv(POLICY, "passive", 1) != 0 || setenv(MARK, "passive", 1) != 0)
        return;
    execv(path, argv);
    md_waiting_forget(); /* it could not be started again, and goes on as it is */
}

void md_waiting_forget(void)
{
    if (getenv(MARK) == NULL)
        return;
    unsetenv(MARK);
    unsetenv(POLICY);
}
