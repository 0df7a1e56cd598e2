#define _GNU_SOURCE
#include "CTracing.h"

#include <elf.h>
#include <errno.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

#if defined(__x86_64__) || defined(__aarch64__)

static int get_registers(pid_t thread, struct user_regs_struct *registers) {
    struct iovec room = {registers, sizeof *registers};
    return (int)ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &room);
}

static int set_registers(pid_t thread, struct user_regs_struct *registers) {
    struct iovec room = {registers, sizeof *registers};
    return (int)ptrace(PTRACE_SETREGSET, thread, NT_PRSTATUS, &room);
}

#endif

/* On both processors the kernel skips the call with number -1. */
int ctracing_skip_call(pid_t thread) {
#if defined(__x86_64__)
    struct user_regs_struct registers;
    if (get_registers(thread, &registers) < 0) return -1;
    registers.orig_rax = -1;
    return set_registers(thread, &registers);
#elif defined(__aarch64__)
    int number = -1;
    struct iovec room = {&number, sizeof number};
    return (int)ptrace(PTRACE_SETREGSET, thread, NT_ARM_SYSTEM_CALL, &room);
#else
    (void)thread;
    errno = ENOSYS;
    return -1;
#endif
}

int ctracing_set_result(pid_t thread, int64_t result) {
#if defined(__x86_64__)
    struct user_regs_struct registers;
    if (get_registers(thread, &registers) < 0) return -1;
    registers.rax = (unsigned long long)result;
    return set_registers(thread, &registers);
#elif defined(__aarch64__)
    struct user_regs_struct registers;
    if (get_registers(thread, &registers) < 0) return -1;
    registers.regs[0] = (unsigned long long)result;
    return set_registers(thread, &registers);
#else
    (void)thread, (void)result;
    errno = ENOSYS;
    return -1;
#endif
}
