/* Shared by the files of this module. */
#pragma once

#include <signal.h>

/* Async-signal-safe. */
void cprocess_remove_temporaries(void);
/* Async-signal-safe. Returns false while a file is being renamed to its final name, and for as long afterwards as
   reporting that may take. Once it has returned true, no rename can begin. */
bool cprocess_may_end(void);
/* The time allowed for cleaning up, and for reporting a file that has its final name, in microseconds. */
enum { cprocess_deadline = 800000 };
/* All signals except those raised by a thread's own faults. */
sigset_t cprocess_all_but_faults(void);
