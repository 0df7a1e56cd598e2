/* Shared by the files of this module. */
#pragma once

/* Async-signal-safe. */
void cprocess_remove_temporaries(void);
/* Async-signal-safe. Returns false while a file is being renamed to its final name; after true no rename can begin. */
bool cprocess_may_end(void);
/* Restarts the time allowed for cleaning up, if a signal has arrived and the time is running. */
void cprocess_restart_deadline(void);
