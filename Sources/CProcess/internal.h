/* Shared by the files of this module. */
#pragma once

/* Async-signal-safe. */
void cprocess_remove_temporaries(void);
/* Async-signal-safe. False while a file is being given its final name; true keeps that from beginning. */
bool cprocess_may_end(void);
/* Async-signal-safe. */
void cprocess_write_error(const char *text);
/* Whether a signal has come and the time for tidying up is running; begins it anew. */
void cprocess_restart_deadline(void);
