/* ptrace(2) for Swift, which can call neither variadic functions nor fork.
 *
 * Rules:
 * - All functions about a traced thread must be called by the thread that started its program, while the traced one is
 *   stopped.
 * - A function that returns int or pid_t returns -1 with errno set when it fails; ESRCH means that the traced thread is
 *   gone, for example because its process was killed meanwhile.
 * - The registers of x86_64 and aarch64 are known; elsewhere calls are only followed, and changing one fails with
 *   ENOSYS.
 */
#pragma once

#include <stdint.h>
#include <sys/types.h>

/* A program to start. The strings and arrays stay the caller's, and are not used once `ctracing_start` has returned. */
typedef struct CTracingProgram {
    const char *path;
    char *const *arguments; /* NULL at its end, like the next */
    char *const *environment;
    const char *folder;       /* the working directory */
    int input, output, error; /* become descriptors 0, 1 and 2; there are no others */
} CTracingProgram;

/* Where a thread that is stopped at a system call stands. */
typedef enum __attribute__((enum_extensibility(closed))) CTracingMoment : int32_t {
    CTracingMomentEntry, /* the call has not been made */
    CTracingMomentExit,  /* its result is there, and the thread has not seen it */
    CTracingMomentOther, /* at no system call */
} CTracingMoment;

typedef struct CTracingCall {
    CTracingMoment moment;
    uint64_t instruction; /* the address that the call was made from */
    int64_t number;       /* at the entry only, like the next */
    uint64_t arguments[6];
    int64_t result; /* at the exit only: below 0 an errno */
} CTracingCall;

/* Starts the program in a process group of its own, with all signals at their defaults; returns its process id. It
 * stops with SIGTRAP before its first instruction. When it can't be started it exits with code 127. */
pid_t ctracing_start(const CTracingProgram *program);

/* To be called at that first stop: from now on new threads and processes are traced too, stops at system calls are told
 * from others, and the program is killed when its tracer ends. */
int ctracing_follow(pid_t thread);

/* Lets the thread run to its next system call's entry or exit, or to the next signal. Delivers `signal`; 0 for none. */
int ctracing_resume(pid_t thread, int signal);

/* Waits for any thread of the programs that the calling thread traces. Returns its id and the status as wait(2) gives
 * it; ECHILD when there are none left. */
pid_t ctracing_wait(int *status);

/* What the thread is stopped at. */
int ctracing_look(pid_t thread, CTracingCall *call);

/* At a call's entry: the kernel will not make the call, and go straight to its exit. */
int ctracing_skip_call(pid_t thread);

/* At a call's exit: the thread will see this result; below 0 an errno. */
int ctracing_set_result(pid_t thread, int64_t result);

/* The system call's number on this processor, or -1 when it has none of this name. */
int64_t ctracing_call_number(const char *name);

/* The name of the system call with this number, which lives for ever; NULL for one that is not in our list. */
const char *ctracing_call_name(int64_t number);

/* The errno's name, such as EIO, which lives for ever; NULL for a number that is none. */
const char *ctracing_error_name(int number);
