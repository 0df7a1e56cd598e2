/* Functions that work without Swift's runtime: signal handlers, which may neither allocate nor lock, and settings
   that must be made before a thread starts. No function takes ownership of its arguments. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Signals. */

/* Handles SIGINT, SIGTERM, SIGHUP, SIGQUIT and the signals of crashes, except those that are ignored. Call once, at the
   start. Until `cprocess_defer_signals` each of the first three ends the program at once, with status 128 plus its
   number and a line on standard error that nothing was written. A crash for lack of memory ends it with status 74 and
   one line on standard error; otherwise SIGQUIT and crashes kill it as usual. All of them first restore the terminal.

   A thread of their own takes the signals that were sent, as far as the system provides one; the calling thread blocks
   them, and so do those that it starts. */
void cprocess_handle_signals(void);

/* From now on the first signal is only recorded, so that the program can clean up. If that takes longer than 0.8
   seconds or a second signal arrives, the handler removes the temporary files and ends the program, within 0.2
   seconds.

   - message: a line that the handler then writes to standard error, unless nobody reads there; must stay valid until
     the process ends.
   - wakes: whether `cprocess_wait_for_input` or `cprocess_signal_descriptor` is used; needs two descriptors. If there
     are none, nobody is woken. */
void cprocess_defer_signals(const char *message, bool wakes);

/* Returns whether the handler hasn't written its line yet, and keeps it from doing so, because the caller reports
   the end of the work. */
bool cprocess_claim_message(void);

/* The first signal received, or 0. Costs one atomic load. */
int cprocess_received_signal(void);

/* A descriptor that can be read once a signal has arrived; -1 if there is none. Only for waiting. */
int cprocess_signal_descriptor(void);

/* Waits until the descriptor has input, an end or an error to read, or a signal arrives; returns false for a signal. */
bool cprocess_wait_for_input(int descriptor);

/* Waits until there is something to read, a signal has arrived, or the time is over. Without a descriptor, which is
   then -1, only for the others. */
void cprocess_wait_a_while(int descriptor, int milliseconds);

/* A terminal, and how a handler that ends the program restores it. */
struct cprocess_terminal;

/* Remembers a terminal's modes, and a text to write before they are restored, if the terminal accepts it. Never
   freed, because a handler may read it at any time. NULL if there is no memory. */
const struct cprocess_terminal *cprocess_remember_terminal(int input, int output, const char *farewell);

/* From now on a handler restores this terminal; NULL for none. */
void cprocess_set_raw_terminal(const struct cprocess_terminal *terminal);

/* Temporary files that a handler removes. */

/* Returns a slot for `cprocess_forget_temporary`; -1 if there is none left, and then the file isn't recorded. */
int cprocess_note_temporary(const char *path);
void cprocess_forget_temporary(int slot);

/* Between these calls, and for 0.8 seconds after them, no handler ends the program: otherwise a file could get its
   final name without being reported. */
void cprocess_begin_commit(void);
void cprocess_end_commit(void);

/* Limits. */

/* Raises the limit on stack size if allowed, and makes the allocator use less address space if memory is limited. */
void cprocess_fit_limits(void);

/* Bytes of address space that are left; UINT64_MAX if there is no limit or it is unknown. */
uint64_t cprocess_memory_left(void);

/* Runs `body` on this thread or, if its stack is limited to less than `stack` bytes, on a new thread with such a
   stack, if the system provides one. Returns after `body` has returned. */
void cprocess_run_with_stack(size_t stack, void (*body)(void *), void *argument);

/* Starts a detached thread that blocks all signals except those of its own faults; false if the system provides none.
   `stack` is in bytes. */
bool cprocess_start_thread(size_t stack, void *(*body)(void *), void *argument);

/* The number of the processor that the calling thread is on; -1 if it is unknown. */
int cprocess_processor(void);

/* Moves the calling thread to another processor if it is on this one and may use others; the thread may come back
   later. Linux often starts a thread on its creator's processor, which is busy. In virtual machines, where a halted
   processor looks like an occupied one, it leaves both there for many milliseconds. */
void cprocess_leave_processor(int processor);

/* Whether the system provides the threads and descriptors that libdispatch needs. Without a thread libdispatch waits
   for ever, and without a descriptor it crashes. */
bool cprocess_can_dispatch(void);

/* Processes. */

/* The number of the first descriptor that a process gets from `files`. */
enum { cprocess_first_file = 3 };

/* A process to start. Its standard input, output and error are /dev/null, and it handles no signals yet. */
struct cprocess_child {
    /* A path, or the name of a program in PATH. */
    const char *program;
    /* Both end with NULL. `environment` is NULL for that of this process. */
    char *const *arguments, *const *environment;
    /* What it gets as its descriptors from `cprocess_first_file` on; each is above those numbers, or -1 to be left
       out. */
    const int *files;
    int file_count;
    /* Whether it blocks all signals except those of its own faults and of its limit of processor time. */
    bool blocks_signals;
    /* Whether it is in a session of its own, and so gets no signals from the terminal. */
    bool has_own_session;
};

/* Starts a process, for which the caller must wait; returns an error number. */
int cprocess_spawn(pid_t *process, const struct cprocess_child *child);
