#define _GNU_SOURCE
#include "CTracing.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Becomes the program. Runs in the parent's memory, as vfork(2) has it, so it only calls what a signal handler may. */
static void become(const CTracingProgram *program) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int signal = 1; signal < NSIG; signal++) sigaction(signal, &action, NULL);
    sigset_t none;
    sigemptyset(&none);
    if (setpgid(0, 0) != 0 || chdir(program->folder) != 0) return;
    if (dup2(program->input, 0) < 0 || dup2(program->output, 1) < 0 || dup2(program->error, 2) < 0) return;
    if (syscall(SYS_close_range, 3u, ~0u, 0u) != 0) return;
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0 || sigprocmask(SIG_SETMASK, &none, NULL) != 0) return;
    execve(program->path, program->arguments, program->environment);
}

pid_t ctracing_start(const CTracingProgram *program) {
    /* No handler of ours may run in the child. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    /* fork would copy the page tables of the tests' large process for every one of thousands of runs. */
    pid_t id = vfork();
    if (id == 0) {
        become(program);
        _exit(127);
    }
    int failure = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failure;
    return id;
}
