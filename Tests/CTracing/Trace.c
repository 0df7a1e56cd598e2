#define _GNU_SOURCE
#include "CTracing.h"

#include <errno.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

int ctracing_follow(pid_t thread) {
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                   PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    return (int)ptrace(PTRACE_SETOPTIONS, thread, NULL, options);
}

int ctracing_resume(pid_t thread, int signal) { return (int)ptrace(PTRACE_SYSCALL, thread, NULL, (long)signal); }

pid_t ctracing_wait(int *status) {
    /* Other threads of the tests have children of their own, which are none of our business. */
    return waitpid(-1, status, __WALL | __WNOTHREAD);
}

int ctracing_look(pid_t thread, CTracingCall *call) {
    struct __ptrace_syscall_info info = {0};
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) < 0) return -1;
    *call = (CTracingCall){.moment = CTracingMomentOther, .instruction = info.instruction_pointer};
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
        call->moment = CTracingMomentEntry;
        call->number = (int64_t)info.entry.nr;
        for (int i = 0; i < 6; i++) call->arguments[i] = info.entry.args[i];
    } else if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
        call->moment = CTracingMomentExit;
        call->result = info.exit.rval;
    }
    return 0;
}
