/* What a process must do without Swift's runtime: signal handlers, which may neither allocate nor lock, and what has to be
   set before a thread begins. No function takes ownership of what it is given. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Signals. */

/* Handles SIGINT, SIGTERM and SIGHUP, save for those that are ignored, and the signals of crashes. Call once, first thing.
   Until `cprocess_defer_signals` a signal ends the program at once, with 128 plus its number and a line on standard error
   that nothing was written. A crash for want of memory
   ends it with 74 and one line on standard error; any other crash stays what it is. */
void cprocess_handle_signals(void);

/* From now on the first signal is noted only, so that the program can tidy up. Takes it too long (0.8 seconds), or comes a
   second signal, the handler removes the temporary files and ends the program.

   - message: a line that it then writes to standard error; must live for ever.
   - wakes: whether `cprocess_wait_for_input` is used; takes two descriptors, and does without where there are none. */
void cprocess_defer_signals(const char *message, bool wakes);

/* The signal that has come first, or 0. Costs one atomic load. */
int cprocess_received_signal(void);

/* Waits until there is something to read (or an end or an error to see), or a signal has come; false for a signal. */
bool cprocess_wait_for_input(int descriptor);

/* Temporary files that a handler removes. */

/* Returns a slot for `cprocess_forget_temporary`; -1 when there is none left, and the file is not noted. */
int cprocess_note_temporary(const char *path);
void cprocess_forget_temporary(int slot);

/* While a file is given its final name no handler ends the program, lest it end with the name taken and nobody told. */
void cprocess_begin_commit(void);
void cprocess_end_commit(void);

/* Limits. */

/* Raises the limit on the stack's size where that is allowed and makes the allocator thrifty where memory is limited. */
void cprocess_fit_limits(void);

/* Bytes of address space that are left; UINT64_MAX when they aren't limited, or when that can't be told. */
uint64_t cprocess_memory_left(void);

/* Runs `body` on this thread, or, where its stack is limited to less than `stack` bytes, on one with so large a stack if one
   is to be had. Returns when it has returned. */
void cprocess_run_with_stack(size_t stack, void (*body)(void *), void *argument);

/* Starts a detached thread that takes no signals but those of its own faults; false when the system gives none. */
bool cprocess_start_thread(size_t stack, void *(*body)(void *), void *argument);

/* Whether threads and the descriptors are to be had that libdispatch can't do without. It waits for ever for a thread, and
   crashes without a descriptor. */
bool cprocess_can_dispatch(void);
