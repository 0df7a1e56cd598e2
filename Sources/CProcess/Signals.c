#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <termios.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "internal.h"

static const int terminations[] = {SIGINT, SIGTERM, SIGHUP};
/* Signals that kill the process: SIGQUIT and those of crashes. */
static const int kills[] = {SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGSYS};
enum { termination_count = 3, kill_count = 8 };

/* In microseconds: the interval between checks whether the process may end, and the time allowed to the handler that
   ends it. */
enum { retry = 50000, last_resort = 200000 };

static atomic_int received;
static atomic_bool is_deferred;
static _Atomic(const char *) last_message = "collage: interrupted; nothing was written\n";
/* The write end is 0 until there is a pipe. */
static int wake_reader = -1;
static atomic_int wake_writer;

struct cprocess_terminal {
    int input;
    int output;
    const char *farewell;
    struct termios modes;
};

static _Atomic(const struct cprocess_terminal *) raw_terminal;

/* Writes a short text if there is room for it, because nobody may be reading. */
static void write_if_room(int descriptor, const char *text) {
    struct pollfd output = {.fd = descriptor, .events = POLLOUT};
    if (poll(&output, 1, 0) > 0 && (output.revents & POLLOUT) != 0) (void)!write(descriptor, text, strlen(text));
}

static void restore_terminal(void) {
    const struct cprocess_terminal *terminal = atomic_load(&raw_terminal);
    /* In the background the terminal belongs to another job. */
    if (terminal == NULL || tcgetpgrp(terminal->input) != getpgrp()) return;
    write_if_room(terminal->output, terminal->farewell);
    tcsetattr(terminal->input, TCSANOW, &terminal->modes);
}

const struct cprocess_terminal *cprocess_remember_terminal(int input, int output, const char *farewell) {
    struct cprocess_terminal *terminal = malloc(sizeof *terminal);
    if (terminal == NULL) return NULL;
    *terminal = (struct cprocess_terminal){.input = input, .output = output, .farewell = strdup(farewell)};
    return terminal->farewell != NULL && tcgetattr(input, &terminal->modes) == 0 ? terminal : NULL;
}

void cprocess_set_raw_terminal(const struct cprocess_terminal *terminal) { atomic_store(&raw_terminal, terminal); }

static void arm(long microseconds) {
    struct itimerval time = {.it_value = {.tv_usec = microseconds}};
    setitimer(ITIMER_REAL, &time, NULL);
}

/* Makes the kernel kill the program with this signal unless it ends soon, even if this thread is then waiting for a
   disk that doesn't answer, or for a reader who has stopped reading. */
static void limit_ending(int number) {
    sigset_t signals;
    /* Drops a pending one. */
    signal(number, SIG_IGN);
    signal(number, SIG_DFL);
    sigemptyset(&signals);
    sigaddset(&signals, number);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    /* The C library's functions for timers may allocate. */
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = number};
    struct itimerspec time = {.it_value = {.tv_nsec = last_resort * 1000}};
    int timer;
    if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) == 0) {
        syscall(SYS_timer_settime, timer, 0, &time, NULL);
    }
}

static void end_by(int number) {
    if (!cprocess_may_end()) {
        arm(retry);
        return;
    }
    limit_ending(number);
    restore_terminal();
    const char *message = atomic_exchange(&last_message, NULL);
    if (message != NULL) write_if_room(STDERR_FILENO, message);
    cprocess_remove_temporaries();
    _exit(128 + number);
}

static void on_deadline(int number) {
    (void)number;
    int error = errno;
    end_by(atomic_load(&received));
    errno = error;
}

static void on_termination(int number) {
    int error = errno;
    int none = 0;
    bool is_first = atomic_compare_exchange_strong(&received, &none, number);
    if (is_first && atomic_load(&is_deferred)) {
        arm(cprocess_deadline);
        int writer = atomic_load(&wake_writer);
        if (writer > 0) (void)!write(writer, "", 1);
    } else {
        end_by(number);
    }
    errno = error;
}

/* Whether the memory or the stack is limited. */
static bool is_limited(void) {
    static const int kinds[] = {RLIMIT_AS, RLIMIT_DATA};
    struct rlimit limit;
    for (int index = 0; index < 2; index++) {
        if (getrlimit(kinds[index], &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) return true;
    }
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < (4 << 20);
}

/* Whether a fault was caused by a stack that couldn't grow. */
static bool is_at_stack(const siginfo_t *info, const ucontext_t *context) {
    if (info->si_signo != SIGSEGV && info->si_signo != SIGBUS) return false;
#if defined(__x86_64__)
    size_t stack = (size_t)context->uc_mcontext.gregs[15]; /* REG_RSP, which needs _GNU_SOURCE. */
#elif defined(__aarch64__)
    size_t stack = (size_t)context->uc_mcontext.sp;
#else
    (void)context;
    return false;
#endif
    size_t address = (size_t)info->si_addr;
    return address + (128 << 10) > stack && address < stack + (128 << 10);
}

/* Whether so little memory is left that one of our allocations may have failed. */
static bool is_exhausted(void) {
    size_t probe = 16 << 20;
    void *memory = mmap(NULL, probe, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return true;
    munmap(memory, probe);
    return false;
}

static void on_kill(int number, siginfo_t *info, void *context) {
    restore_terminal();
    if (number != SIGQUIT && (is_exhausted() || (is_limited() && is_at_stack(info, context)))) {
        /* If another thread runs out of memory as well, it waits here for the process to end. */
        static atomic_flag is_reported = ATOMIC_FLAG_INIT;
        while (atomic_flag_test_and_set(&is_reported)) pause();
        limit_ending(SIGALRM);
        write_if_room(
            STDERR_FILENO, "collage: there is not enough memory; raise the limit (ulimit -v, -d or -s), "
                           "or make the collage smaller\n");
        cprocess_remove_temporaries();
        _exit(74);
    }
    /* Returning triggers the fault again. */
    signal(number, SIG_DFL);
    /* A signal that was sent doesn't occur again by itself; nor does a breakpoint. */
    if (info->si_code <= 0 || number == SIGTRAP) raise(number);
}

/* Signals handled by a dedicated thread, because any other may be waiting for a disk that doesn't answer. */
static sigset_t taken;

static void *take_signals(void *nothing) {
    pthread_sigmask(SIG_UNBLOCK, &taken, NULL);
    for (;;) pause();
    return nothing;
}

/* Installs a handler, unless the signal is ignored. */
static void handle(int number, const struct sigaction *action) {
    struct sigaction old;
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(number, action, NULL);
}

void cprocess_handle_signals(void) {
    /* A stack for the handler, because the thread's own may be the one that can't grow. */
    static char stack[64 << 10];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);

    struct sigaction action = {.sa_handler = on_deadline, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < termination_count; index++) sigaddset(&action.sa_mask, terminations[index]);
    sigaddset(&action.sa_mask, SIGALRM);
    sigaction(SIGALRM, &action, NULL);
    taken = action.sa_mask;
    action.sa_handler = on_termination;
    for (int index = 0; index < termination_count; index++) handle(terminations[index], &action);

    struct sigaction kill = {.sa_sigaction = on_kill, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&kill.sa_mask);
    for (int index = 0; index < kill_count; index++) handle(kills[index], &kill);

    sigaddset(&taken, SIGQUIT);
    if (cprocess_start_thread(64 << 10, take_signals, NULL)) pthread_sigmask(SIG_BLOCK, &taken, NULL);
}

void cprocess_defer_signals(const char *message, bool wakes) {
    /* If there is none left, a signal that came before has been told about. */
    const char *last = atomic_load(&last_message);
    while (last != NULL && !atomic_compare_exchange_weak(&last_message, &last, message)) continue;
    int descriptors[2];
    if (wakes && pipe(descriptors) == 0) {
        for (int index = 0; index < 2; index++) {
            fcntl(descriptors[index], F_SETFD, FD_CLOEXEC);
            fcntl(descriptors[index], F_SETFL, O_NONBLOCK);
        }
        wake_reader = descriptors[0];
        atomic_store(&wake_writer, descriptors[1]);
    }
    atomic_store(&is_deferred, true);
}

bool cprocess_claim_message(void) { return atomic_exchange(&last_message, NULL) != NULL; }

int cprocess_signal_descriptor(void) { return wake_reader; }

int cprocess_received_signal(void) { return atomic_load_explicit(&received, memory_order_acquire); }

void cprocess_wait_a_while(int descriptor, int milliseconds) {
    struct pollfd inputs[] = {{.fd = descriptor, .events = POLLIN}, {.fd = wake_reader, .events = POLLIN}};
    if (cprocess_received_signal() == 0) poll(inputs, 2, milliseconds);
}

bool cprocess_wait_for_input(int descriptor) {
    struct pollfd inputs[] = {{.fd = descriptor, .events = POLLIN}, {.fd = wake_reader, .events = POLLIN}};
    while (cprocess_received_signal() == 0) {
        int count = poll(inputs, 2, -1);
        /* If a descriptor can't be polled, let the caller read it directly. */
        if (count < 0 && errno != EINTR) return true;
        if (count > 0 && inputs[0].revents != 0) return cprocess_received_signal() == 0;
    }
    return false;
}
