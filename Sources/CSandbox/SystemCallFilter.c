#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "Protection.h"

#if defined __x86_64__
enum { architecture = AUDIT_ARCH_X86_64 };
#elif defined __aarch64__
enum { architecture = AUDIT_ARCH_AARCH64 };
#endif

#if defined __x86_64__ || defined __aarch64__

/* The offset of an argument's lower half; both architectures are little-endian. */
#define ARGUMENT(n) ((uint32_t)offsetof(struct seccomp_data, args) + 8 * (n))

#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define KILL RETURN(SECCOMP_RET_KILL_PROCESS)
#define ALLOW RETURN(SECCOMP_RET_ALLOW)
/* The next instruction runs if the loaded value equals this, or has any of these bits; else it is skipped. */
#define IF_EQUAL(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, 1)
#define IF_ANY_BIT(bits) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), 0, 1)
/* Skips `count` instructions unless the loaded value equals this. */
#define UNLESS_EQUAL_SKIP(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, (count))

#define ALLOW_CALL(call) IF_EQUAL(call), ALLOW

bool filter_system_calls(int reply) {
    const pid_t process = getpid();
    const struct sock_filter program[] = {
        LOAD(offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)architecture, 1, 0),
        KILL,
        LOAD(offsetof(struct seccomp_data, nr)),

        /* Memory: of its own only, never executable. */
        ALLOW_CALL(SYS_munmap),
        ALLOW_CALL(SYS_mremap),
        ALLOW_CALL(SYS_madvise),
        ALLOW_CALL(SYS_brk),
        UNLESS_EQUAL_SKIP(SYS_mprotect, 4),
        LOAD(ARGUMENT(2)),
        IF_ANY_BIT(PROT_EXEC),
        KILL,
        ALLOW,
        UNLESS_EQUAL_SKIP(SYS_mmap, 7),
        LOAD(ARGUMENT(2)),
        IF_ANY_BIT(PROT_EXEC),
        KILL,
        LOAD(ARGUMENT(3)),
        IF_ANY_BIT(MAP_ANONYMOUS),
        ALLOW,
        KILL,

        /* The reply, and messages of libraries, which go nowhere. */
        UNLESS_EQUAL_SKIP(SYS_write, 8),
        LOAD(ARGUMENT(0)),
        IF_EQUAL(reply),
        ALLOW,
        IF_EQUAL(1),
        ALLOW,
        IF_EQUAL(2),
        ALLOW,
        KILL,
        /* What the C library says before it aborts, such as that the heap is corrupt. */
        UNLESS_EQUAL_SKIP(SYS_writev, 4),
        LOAD(ARGUMENT(0)),
        IF_EQUAL(2),
        ALLOW,
        KILL,

        /* Aborting: a signal to itself. */
        ALLOW_CALL(SYS_rt_sigprocmask),
        ALLOW_CALL(SYS_getpid),
        ALLOW_CALL(SYS_gettid),
        UNLESS_EQUAL_SKIP(SYS_tgkill, 6),
        LOAD(ARGUMENT(2)),
        UNLESS_EQUAL_SKIP(SIGABRT, 3),
        LOAD(ARGUMENT(0)),
        IF_EQUAL(process),
        ALLOW,
        KILL,

        /* Threads: none, and nothing to wait for. */
        UNLESS_EQUAL_SKIP(SYS_sched_getaffinity, 1),
        RETURN(SECCOMP_RET_ERRNO | EPERM),
        UNLESS_EQUAL_SKIP(SYS_futex, 4),
        LOAD(ARGUMENT(1)),
        IF_EQUAL(FUTEX_WAKE_PRIVATE),
        ALLOW,
        KILL,

        /* Clocks, and the end. */
        ALLOW_CALL(SYS_clock_gettime),
        ALLOW_CALL(SYS_gettimeofday),
        ALLOW_CALL(SYS_exit),
        ALLOW_CALL(SYS_exit_group),

        KILL,
    };
    const struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = (struct sock_filter *)program};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

#else

bool filter_system_calls(int reply) {
    (void)reply;
    return false;
}

#endif
