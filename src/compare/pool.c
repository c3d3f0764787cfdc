/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A worker is forked where the deck's run would begin, so it has the whole set-up without doing it
 * again; it writes its result into a pipe in one piece.  A pipe that closes without a result means
 * that the worker died.  The waiting process has used one thread so far: a worker may use several.
 */
#include "compare/pool.h"

#include "base/memory.h"
#include "run/timing.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define WAIT_MS 100

struct parcel {
    int trial;
    struct md_result result;
};

struct worker {
    pid_t process; /* 0: free */
    int pipe, trial, slot;
    double begun;
    bool killed; /* it was over the limit, and did not end by itself */
};

/* A run ends itself at the limit, when it is looked at; one that hangs gets so much longer. */
static double patience(const struct md_pool *pool)
{
    return pool->plan->limit > 0.0 ? 1.5 * pool->plan->limit + 1.0 : INFINITY;
}

/* What a run of no steps wrote into the present folder is of no use. */
static void empty_folder(void)
{
    DIR *folder = opendir(".");
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.')
            (void)unlink(entry->d_name);
    if (folder != NULL)
        closedir(folder);
}

/* Fixes that write files do it in a folder of the run's own, which goes when it stays empty. */
static void work_in_folder(struct md_pool *pool, int trial, bool probe, struct md_result *result)
{
    char parent[MD_PLAN_WORDS * 5 + 32], folder[MD_PLAN_WORDS * 5 + 64];
    snprintf(parent, sizeof parent, "%s/files", pool->stand->out);
    snprintf(folder, sizeof folder, "%s/%s%04d", parent, probe ? "probe-" : "", trial);
    (void)mkdir(folder, 0777);
    if (chdir(folder) != 0) {
        md_result_clear(result);
        snprintf(result->message, sizeof result->message, "cannot work in '%.200s': %s", folder,
                 strerror(errno));
        return;
    }
    struct md_error error = {0};
    if (!probe) {
        md_trial_run(pool->stand, pool->plan, trial, result);
    } else {
        md_result_clear(result);
        bool good = md_trial_probe(pool->stand, pool->plan, trial, &error) == MD_OK;
        result->outcome = good ? MD_OUTCOME_OK : MD_OUTCOME_REFUSED;
        snprintf(result->message, sizeof result->message, "%.319s", error.text);
    }
    if (probe)
        empty_folder();
    /* A run left behind by a comparison that was killed keeps off: the one that goes on may be
     * working in a folder of the same name. */
    if (chdir(pool->stand->out) == 0 && pool->stand->parent == (long)getppid())
        (void)rmdir(folder);
}

static void work(struct md_pool *pool, int trial, bool probe, int out)
{
    struct md_result result;
    work_in_folder(pool, trial, probe, &result);
    bool told = write(out, &result, sizeof result) == (ssize_t)sizeof result;
    pool->leave(told ? 0 : 1);
}

static enum md_status start(struct md_pool *pool, struct worker *worker, int slot, int trial,
                            bool probe, struct md_error *error)
{
    int ends[2];
    const double none = 0.0;
    fflush(NULL);
    pool->stand->parent = (long)getpid();
    pool->stand->board = pool->board;
    pool->stand->slot = slot;
    if (pool->board >= 0)
        (void)!pwrite(pool->board, &none, sizeof none, (off_t)(slot * (int)sizeof none));
    if (pipe(ends) != 0)
        return md_error_set(error, MD_ERR_FILE, NULL, "no pipe for a run: %s", strerror(errno));
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        work(pool, trial, probe, ends[1]);
    }
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return md_error_set(error, MD_ERR_MEMORY, NULL, "no process for a run: %s",
                            strerror(errno));
    }
    *worker = (struct worker){.process = process,
                              .pipe = ends[0],
                              .trial = trial,
                              .slot = slot,
                              .begun = md_timing_wall()};
    return MD_OK;
}

/* The time a worker saw last, from the start of its run. */
static double reached(const struct md_pool *pool, const struct worker *worker)
{
    double time = 0.0;
    if (pool->board < 0 || pread(pool->board, &time, sizeof time,
                                 (off_t)(worker->slot * (int)sizeof time)) != sizeof time)
        return 0.0;
    return time;
}

static void explain(const struct md_pool *pool, const struct worker *worker, int status,
                    struct md_result *result)
{
    size_t room = sizeof result->message;
    md_result_clear(result);
    result->figure[MD_FIGURE_WALL] = md_timing_wall() - worker->begun;
    result->outcome = worker->killed ? MD_OUTCOME_LIMIT : MD_OUTCOME_CRASHED;
    result->end = reached(pool, worker);
    if (worker->killed)
        snprintf(result->message, room,
                 "it hung, or took much longer than the limit of %g s, and was ended",
                 pool->plan->limit);
    else if (WIFSIGNALED(status))
        snprintf(result->message, room, "killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(result->message, room, "ended with status %d", WEXITSTATUS(status));
}

/* The worker has written or died. */
static void finish(const struct md_pool *pool, struct worker *worker, struct md_result *result)
{
    size_t got = 0;
    int status = 0;
    while (got < sizeof *result) {
        ssize_t more = read(worker->pipe, (char *)result + got, sizeof *result - got);
        if (more == 0 || (more < 0 && errno != EINTR))
            break;
        got += more > 0 ? (size_t)more : 0;
    }
    close(worker->pipe);
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR)
        ;
    worker->process = 0;
    if (got < sizeof *result)
        explain(pool, worker, status, result);
}

static void end_if_late(const struct md_pool *pool, struct worker *worker)
{
    if (worker->killed || !(md_timing_wall() - worker->begun > patience(pool)))
        return;
    worker->killed = true;
    (void)kill(worker->process, SIGKILL);
}

enum md_status md_pool_probe(struct md_pool *pool, int trial, char *why, size_t size,
                             struct md_error *error)
{
    struct worker worker;
    struct md_result result;
    if (start(pool, &worker, 0, trial, true, error))
        return error->status;
    struct pollfd watch = {.fd = worker.pipe, .events = POLLIN};
    while (poll(&watch, 1, WAIT_MS) <= 0)
        end_if_late(pool, &worker);
    finish(pool, &worker, &result);
    bool good = result.outcome == MD_OUTCOME_OK || result.outcome == MD_OUTCOME_LIMIT;
    snprintf(why, size, "%s", good ? "" : result.message[0] != '\0' ? result.message : "it fails");
    return MD_OK;
}

/* ------------------------------------------------------------------ many */

struct queue {
    const int *list;
    int count, next, left; /* left: results that rank 0 still waits for */
    struct worker *worker;
    int busy;
};

static enum md_status fill(struct md_pool *pool, struct queue *queue, struct md_error *error)
{
    while (queue->busy < pool->jobs && queue->next < queue->count) {
        int k = 0;
        while (queue->worker[k].process != 0)
            k++;
        enum md_status status =
            start(pool, &queue->worker[k], k, queue->list[queue->next], false, error);
        if (status != MD_OK && queue->busy > 0) /* one more must wait until another has ended */
            return md_error_clear(error), MD_OK;
        if (status != MD_OK)
            return status;
        queue->busy++;
        queue->next += pool->ranks.size;
    }
    return MD_OK;
}

static enum md_status hand_over(struct md_pool *pool, struct queue *queue,
                                const struct parcel *parcel, struct md_error *error)
{
    if (pool->ranks.rank != 0) {
        md_ranks_send(&pool->ranks, parcel, sizeof *parcel);
        return MD_OK;
    }
    queue->left--;
    if (parcel->result.outcome == MD_OUTCOME_NONE) {
        md_error_set(error, MD_ERR_FILE, NULL, "a run ended without a result: %s",
                     parcel->result.message);
        return md_error_hint(error,
                             "mend that (is the disk full?) and give the same command again: "
                             "finished runs are kept");
    }
    return pool->deliver(pool->context, parcel->trial, &parcel->result, error);
}

/* How far they are, and whether one has been at it for too long. */
static void look_at_workers(struct md_pool *pool, struct queue *queue)
{
    for (int k = 0; k < pool->jobs; k++) {
        struct worker *worker = &queue->worker[k];
        if (worker->process == 0)
            continue;
        const struct md_trial *trial = &pool->plan->trial[worker->trial];
        double length = (double)trial->steps * trial->timestep;
        if (pool->part != NULL)
            pool->part[worker->trial] = fmin(reached(pool, worker) / length, 1.0);
        end_if_late(pool, worker);
    }
}

/* Waits a little, then takes what has come from workers and from other ranks. */
static enum md_status collect(struct md_pool *pool, struct queue *queue, struct pollfd *watch,
                              struct md_error *error)
{
    struct parcel parcel;
    for (int k = 0; k < pool->jobs; k++)
        watch[k] = (struct pollfd){.fd = queue->worker[k].process != 0 ? queue->worker[k].pipe : -1,
                                   .events = POLLIN};
    int ready = poll(watch, (nfds_t)pool->jobs, pool->ranks.size > 1 ? WAIT_MS / 10 : WAIT_MS);
    look_at_workers(pool, queue);
    for (int k = 0; k < pool->jobs && ready > 0; k++) {
        if (watch[k].fd < 0 || watch[k].revents == 0)
            continue;
        memset(&parcel, 0, sizeof parcel);
        parcel.trial = queue->worker[k].trial;
        finish(pool, &queue->worker[k], &parcel.result);
        queue->busy--;
        if (hand_over(pool, queue, &parcel, error))
            return error->status;
    }
    while (pool->ranks.rank == 0 && md_ranks_receive(&pool->ranks, &parcel, sizeof parcel))
        if (hand_over(pool, queue, &parcel, error))
            return error->status;
    return pool->ranks.rank == 0 ? pool->deliver(pool->context, -1, NULL, error) : MD_OK;
}

enum md_status md_pool_run(struct md_pool *pool, const int *list, int count, struct md_error *error)
{
    struct queue queue = {.list = list, .count = count, .next = pool->ranks.rank, .left = count};
    queue.worker = md_memory_array((size_t)pool->jobs, sizeof *queue.worker);
    struct pollfd *watch = md_memory_array((size_t)pool->jobs, sizeof *watch);
    enum md_status status =
        queue.worker != NULL && watch != NULL ? MD_OK : md_error_memory(error, "processes of runs");
    while (status == MD_OK &&
           (queue.next < count || queue.busy > 0 || (pool->ranks.rank == 0 && queue.left > 0))) {
        status = fill(pool, &queue, error);
        if (status == MD_OK)
            status = collect(pool, &queue, watch, error);
    }
    /* After an error nobody waits for those still running: they find that out and end. */
    for (int k = 0; status != MD_OK && queue.worker != NULL && k < pool->jobs; k++)
        if (queue.worker[k].process != 0)
            close(queue.worker[k].pipe);
    md_memory_free(queue.worker);
    md_memory_free(watch);
    return status;
}
