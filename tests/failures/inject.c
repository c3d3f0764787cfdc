/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A library to be loaded before a program (LD_PRELOAD) that makes one of its calls fail.
 *
 *   AVIMD_FAIL=KIND:N    the N-th call of that kind fails, counted from 1; N = 0: none
 *   AVIMD_FAIL=KIND:N+   that one and all after it
 *   AVIMD_FAIL_COUNT=F   the file F holds the number of calls so far, as a long
 *
 * KIND is memory (malloc, calloc, realloc and the aligned ones; libc's own calls, as in strdup or
 * fopen, come here too) or a system call: write, fsync, rename, close, link, open.  Of write and
 * close only files open for writing count, and never standard error, where the message has to
 * go; of open what is not the system's (/proc, /sys, /etc, /dev, /usr).
 *
 * libc writes and closes its streams by system calls that no library can stand before.  So a filter
 * of the kernel (seccomp) stops those calls, and the handler of the signal counts them and makes
 * them itself, with a mark as the sixth argument that lets them pass.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define MARK 0x5ca1ab1eL /* passes the filter */

enum kind { NONE, MEMORY, WRITE, FSYNC, RENAME, CLOSE, LINK, OPEN };

static const char *const kind_names[] = {"none",   "memory", "write", "fsync",
                                         "rename", "close",  "link",  "open"};

static enum kind armed;
static long which;
static int also_later;
static long *counter; /* shared with the processes that the program forks */

/* Whether this call, one of the armed kind, is the one that fails. */
static int fails(void)
{
    long number = __atomic_add_fetch(counter, 1, __ATOMIC_RELAXED);

    return which > 0 && (number == which || (also_later && number > which));
}

/* ------------------------------------------------------------------ memory */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);

static int no_memory(void)
{
    if (armed != MEMORY || !fails())
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return no_memory() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return no_memory() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return no_memory() ? NULL : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
    return no_memory() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **made, size_t alignment, size_t size)
{
    void *memory = memalign(alignment, size);

    if (memory == NULL)
        return ENOMEM;
    *made = memory;
    return 0;
}

/* ------------------------------------------------------------------ system calls */

#if defined __x86_64__
#define ARGUMENT(context, i) \
    ((long)(context)->uc_mcontext.gregs[((const int[]){REG_RDI, REG_RSI, REG_RDX, REG_R10})[i]])
#define RESULT(context) ((context)->uc_mcontext.gregs[REG_RAX])
#elif defined __aarch64__
#define ARGUMENT(context, i) ((long)(context)->uc_mcontext.regs[i])
#define RESULT(context)      ((context)->uc_mcontext.regs[0])
#else
#error "no registers known for this machine"
#endif

static const struct {
    int number;
    enum kind kind;
    int reason;
} calls[] = {
    {SYS_write, WRITE, ENOSPC},      {SYS_writev, WRITE, ENOSPC},   {SYS_pwrite64, WRITE, ENOSPC},
    {SYS_fsync, FSYNC, EIO},         {SYS_close, CLOSE, EIO},       {SYS_linkat, LINK, EPERM},
    {SYS_renameat, RENAME, EACCES},  {SYS_openat, OPEN, EACCES},
#ifdef SYS_renameat2
    {SYS_renameat2, RENAME, EACCES},
#endif
#ifdef SYS_rename
    {SYS_rename, RENAME, EACCES},
#endif
#ifdef SYS_link
    {SYS_link, LINK, EPERM},
#endif
#ifdef SYS_open
    {SYS_open, OPEN, EACCES},
#endif
};

enum { CALLS = sizeof calls / sizeof calls[0] };

static int is_written(long file)
{
    long flags = syscall(SYS_fcntl, file, F_GETFL);

    return file != STDERR_FILENO && flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

static int is_theirs(const char *path)
{
    static const char *const system[] = {"/proc/", "/sys/", "/etc/", "/dev/", "/usr/", "/lib"};

    for (size_t i = 0; i < sizeof system / sizeof system[0]; i++)
        if (strncmp(path, system[i], strlen(system[i])) == 0)
            return 0;
    return 1;
}

static int counts(int number, const long *argument)
{
    if (armed == WRITE || armed == CLOSE)
        return is_written(argument[0]);
    if (number == SYS_openat)
        return is_theirs((const char *)argument[1]);
    return 1;
}

static void on_call(int signal, siginfo_t *about, void *given)
{
    ucontext_t *context = given;
    int number = about->si_syscall, reason = 0, saved = errno;
    long argument[4];

    (void)signal;
    for (int i = 0; i < 4; i++)
        argument[i] = ARGUMENT(context, i);
    for (int i = 0; i < CALLS; i++)
        if (calls[i].number == number)
            reason = calls[i].reason;
    int failing = counts(number, argument) && fails();
    long result = -reason;
    if (!failing || armed == CLOSE) { /* what fails to close is closed nevertheless */
        result = syscall(number, argument[0], argument[1], argument[2], argument[3], 0L, MARK);
        result = failing ? -reason : result < 0 ? -errno : result;
    }
    RESULT(context) = result;
    errno = saved;
}

static void watch_calls(void)
{
    struct sock_filter filter[CALLS + 6];
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
    unsigned short n = 0, chosen = 0;

    for (int i = 0; i < CALLS; i++)
        chosen += calls[i].kind == armed;
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                               offsetof(struct seccomp_data, args[5]));
    filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)MARK,
                                               (unsigned char)(chosen + 1), 0);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                               offsetof(struct seccomp_data, nr));
    for (int i = 0; i < CALLS; i++)
        if (calls[i].kind == armed)
            filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                                       (unsigned)calls[i].number, chosen--, 0);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    struct sock_fprog program = {n, filter};
    sigaction(SIGSYS, &action, NULL);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        _exit(77);
}

/* ------------------------------------------------------------------ beginning */

/* The counter, in a file if one is named, so that it is complete however the program ends. */
static void make_counter(void)
{
    const char *name = getenv("AVIMD_FAIL_COUNT");
    int file = name ? open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;

    if (name && (file < 0 || ftruncate(file, sizeof *counter) != 0))
        _exit(77);
    counter = mmap(NULL, sizeof *counter, PROT_READ | PROT_WRITE,
                   MAP_SHARED | (file < 0 ? MAP_ANONYMOUS : 0), file, 0);
    if (counter == MAP_FAILED)
        _exit(77);
    if (file >= 0)
        close(file);
}

__attribute__((constructor)) static void begin(void)
{
    const char *order = getenv("AVIMD_FAIL"), *colon = order ? strchr(order, ':') : NULL;
    char *end;
    enum kind kind = NONE;

    if (colon == NULL)
        return;
    for (int i = MEMORY; i <= OPEN; i++)
        if (strncmp(order, kind_names[i], (size_t)(colon - order)) == 0)
            kind = (enum kind)i;
    which = strtol(colon + 1, &end, 10);
    also_later = *end == '+';
    make_counter();
    unsetenv("LD_PRELOAD"); /* programs that the program starts are not meant */
    armed = kind;
    if (armed > MEMORY)
        watch_calls();
}
