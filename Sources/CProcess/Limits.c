#define _GNU_SOURCE
#include "CProcess.h"
#include "internal.h"

#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* The stack that the deepest recursion here needs, with a margin, in bytes. */
static const rlim_t min_stack = 8 << 20;

/* The lowest limit on memory, in bytes; UINT64_MAX for none. */
static uint64_t memory_limit(void) {
    uint64_t lowest = UINT64_MAX;
    static const int kinds[] = {RLIMIT_AS, RLIMIT_DATA};
    for (int index = 0; index < 2; index++) {
        struct rlimit limit;
        if (getrlimit(kinds[index], &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < lowest) {
            lowest = limit.rlim_cur;
        }
    }
    return lowest;
}

void cprocess_fit_limits(void) {
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < min_stack && stack.rlim_cur < stack.rlim_max) {
        stack.rlim_cur = stack.rlim_max < min_stack ? stack.rlim_max : min_stack;
        setrlimit(RLIMIT_STACK, &stack);
    }
    /* Each arena takes 64 MiB of address space. */
    if (memory_limit() != UINT64_MAX) mallopt(M_ARENA_MAX, 1);
}

uint64_t cprocess_memory_left(void) {
    uint64_t limit = memory_limit();
    if (limit == UINT64_MAX) return UINT64_MAX;
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return UINT64_MAX;
    char text[64] = {0};
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return UINT64_MAX;
    uint64_t used = strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
    return used < limit ? limit - used : 0;
}

sigset_t cprocess_all_but_faults(void) {
    sigset_t signals;
    sigfillset(&signals);
    static const int faults[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGSYS};
    for (int index = 0; index < 7; index++) sigdelset(&signals, faults[index]);
    return signals;
}

static bool start(
    pthread_t *thread, size_t stack, bool is_detached, sigset_t blocked, void *(*body)(void *), void *argument) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    int detach_state = is_detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
    bool is_done = pthread_attr_setstacksize(&attributes, stack) == 0 &&
                   pthread_attr_setdetachstate(&attributes, detach_state) == 0 &&
                   pthread_attr_setsigmask_np(&attributes, &blocked) == 0 &&
                   pthread_create(thread, &attributes, body, argument) == 0;
    pthread_attr_destroy(&attributes);
    return is_done;
}

bool cprocess_start_thread(size_t stack, void *(*body)(void *), void *argument) {
    pthread_t thread;
    return start(&thread, stack, true, cprocess_all_but_faults(), body, argument);
}

struct call {
    void (*body)(void *);
    void *argument;
};

static void *run_call(void *argument) {
    struct call *call = argument;
    call->body(call->argument);
    return NULL;
}

void cprocess_run_with_stack(size_t stack, void (*body)(void *), void *argument) {
    struct rlimit limit;
    struct call call = {body, argument};
    pthread_t thread;
    sigset_t blocked, handled = cprocess_all_but_faults();
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < stack &&
        start(&thread, stack, false, blocked, run_call, &call)) {
        /* The other thread takes over the role of this one, also for signals. */
        pthread_sigmask(SIG_BLOCK, &handled, NULL);
        pthread_join(thread, NULL);
    } else {
        body(argument);
    }
}

static void *wait_for_gate(void *argument) {
    pthread_mutex_lock(argument);
    pthread_mutex_unlock(argument);
    return NULL;
}

static bool can_start_threads(void) {
    /* The manager of libdispatch, a worker for each of our serial queues, and one for composing. */
    enum { count = 5 };
    pthread_t threads[count];
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&gate);
    int started = 0;
    while (started < count &&
           start(&threads[started], 64 << 10, false, cprocess_all_but_faults(), wait_for_gate, &gate)) {
        started++;
    }
    pthread_mutex_unlock(&gate);
    for (int index = 0; index < started; index++) pthread_join(threads[index], NULL);
    return started == count;
}

bool cprocess_can_dispatch(void) {
    int queue = epoll_create1(EPOLL_CLOEXEC);
    int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    int spare = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
    struct epoll_event interest = {.events = EPOLLIN};
    bool can = queue >= 0 && event >= 0 && timer >= 0 && spare >= 0 &&
               epoll_ctl(queue, EPOLL_CTL_ADD, event, &interest) == 0 && can_start_threads();
    const int all[] = {queue, event, timer, spare};
    for (int index = 0; index < 4; index++) {
        if (all[index] >= 0) close(all[index]);
    }
    return can;
}
