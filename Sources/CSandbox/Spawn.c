#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CProcess.h"
#include "CSandbox.h"
#include "Descriptors.h"

static const char *_Atomic chosen_program = "/proc/self/exe";

void csandbox_use_program(const char *path) {
    const char *copy = strdup(path);
    if (copy) atomic_store(&chosen_program, copy);
}

const char *csandbox_program(void) { return atomic_load(&chosen_program); }

/* The parent's copies of what the worker gets. All are above the worker's numbers, so that none replaces another. */
struct descriptors {
    int photo, buffer, reply, answer;
};

static int copy(int file) { return fcntl(file, F_DUPFD_CLOEXEC, worker_descriptors_end); }

static void close_if_open(int *file) {
    if (*file >= 0) close(*file);
    *file = -1;
}

static void close_all(struct descriptors *all) {
    close_if_open(&all->photo);
    close_if_open(&all->buffer);
    close_if_open(&all->reply);
    close_if_open(&all->answer);
}

static bool open_all(struct descriptors *all, int photo, int buffer) {
    int ends[2];
    *all = (struct descriptors){-1, -1, -1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    all->answer = ends[0];
    all->reply = copy(ends[1]);
    int error = errno;
    close(ends[1]);
    errno = error;
    if (all->reply < 0) return false;
    all->buffer = copy(buffer);
    if (all->buffer < 0) return false;
    if (photo >= 0) all->photo = copy(photo);
    return photo < 0 || all->photo >= 0;
}

/* glibc's allocator keeps no small pieces back, which it would hand out as they are: `fill_memory` doesn't reach
   them. */
static const char worker_memory[] = "GLIBC_TUNABLES=glibc.malloc.tcache_count=0";

/* Starts the worker; returns an error number. */
static int start(pid_t *worker, const char *program, const struct descriptors *all) {
    char *const arguments[] = {(char *)csandbox_worker_name, NULL};
    char *const environment[] = {(char *)worker_memory, NULL};
    const int files[] = {all->photo, all->buffer, all->reply};
    /* Signals to the terminal's group are for the parent, which ends its worker itself. */
    const struct cprocess_child child = {
        .program = program,
        .arguments = arguments,
        .environment = environment,
        .files = files,
        .file_count = sizeof files / sizeof *files,
        .blocks_signals = true,
    };
    return cprocess_spawn(worker, &child);
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads the stage and the reply. Ends when they are complete, the worker has closed the pipe, the time is over, or the
   work is cancelled. */
static enum CSandboxEnd receive(
    int answer, struct csandbox_outcome *outcome, int64_t milliseconds, bool (*is_cancelled)(const void *),
    const void *context) {
    /* A pause between two looks at the cancellation; and the longest step of the clock that counts, because a process
     that was stopped has not waited. */
    const int pause = 5, longest_step = 100;
    uint8_t received[1 + sizeof outcome->reply];
    size_t count = 0;
    int64_t last = milliseconds_now();
    while (milliseconds > 0) {
        if (is_cancelled(context)) return CSandboxEndCancelled;
        struct pollfd event = {.fd = answer, .events = POLLIN};
        int ready = poll(&event, 1, pause);
        if (ready < 0 && errno != EINTR && errno != EAGAIN) {
            outcome->errnum = errno;
            return CSandboxEndNotStarted;
        }
        if (ready > 0) {
            ssize_t more = read(answer, received + count, sizeof received - count);
            if (more == 0) return CSandboxEndCrashed;
            if (more < 0 && errno != EINTR && errno != EAGAIN) {
                outcome->errnum = errno;
                return CSandboxEndNotStarted;
            }
            if (more > 0) count += (size_t)more;
            if (count > 0) outcome->is_protected = received[0] != 0;
            if (count == sizeof received) {
                memcpy(&outcome->reply, received + 1, sizeof outcome->reply);
                return CSandboxEndReplied;
            }
        }
        int64_t now = milliseconds_now(), step = now - last;
        milliseconds -= step < longest_step ? step : longest_step;
        last = now;
    }
    return CSandboxEndStarved;
}

/* How a worker that sent no reply has ended. */
static enum CSandboxEnd cause_of_death(int status, bool is_protected) {
    if (!is_protected) return CSandboxEndKilled;
    /* With another status than 0 it says that it could not reply. */
    if (!WIFSIGNALED(status)) return WEXITSTATUS(status) == 0 ? CSandboxEndCrashed : CSandboxEndKilled;
    switch (WTERMSIG(status)) {
    case SIGSYS: return CSandboxEndForbidden;
    case SIGXCPU: return CSandboxEndTimeout;
    case SIGKILL:
    case SIGBUS: return CSandboxEndKilled;
    default: return CSandboxEndCrashed;
    }
}

/* A process that doesn't get the stack it needs dies of it, which would look like a shortage of memory. */
static bool has_small_stack(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < smallest_stack;
}

void csandbox_run(
    const char *program, int photo, int buffer, uint32_t milliseconds, bool (*is_cancelled)(const void *context),
    const void *context, struct csandbox_outcome *outcome) {
    memset(outcome, 0, sizeof *outcome);
    if (has_small_stack()) {
        outcome->end = CSandboxEndSmallStack;
        return;
    }
    struct descriptors all;
    pid_t worker = -1;
    int error = open_all(&all, photo, buffer) ? 0 : errno;
    if (!error) error = start(&worker, program ? program : atomic_load(&chosen_program), &all);
    if (error) {
        close_all(&all);
        outcome->end = CSandboxEndNotStarted;
        outcome->errnum = error;
        return;
    }
    int answer = all.answer;
    all.answer = -1;
    close_all(&all);
    outcome->end = receive(answer, outcome, milliseconds, is_cancelled, context);
    close(answer);
    int status = 0;
    /* The pipe of a worker that dies of a signal closes only after the kernel has recorded that signal, which this one
     doesn't replace. */
    kill(worker, SIGKILL);
    while (waitpid(worker, &status, 0) < 0 && errno == EINTR) continue;
    if (outcome->end == CSandboxEndCrashed) outcome->end = cause_of_death(status, outcome->is_protected);
}
