#include "CProcess.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

enum { slots = 1024 };

/* A thread that takes a path out of its slot owns it. */
static _Atomic(char *) paths[slots];
static atomic_int commits;
static atomic_bool is_ending;
/* In microseconds of the monotonic clock. */
static _Atomic(int64_t) earliest_end;

int cprocess_note_temporary(const char *path) {
    char *copy = strdup(path);
    if (copy == NULL) return -1;
    for (int slot = 0; slot < slots; slot++) {
        char *none = NULL;
        if (atomic_compare_exchange_strong(&paths[slot], &none, copy)) return slot;
    }
    free(copy);
    return -1;
}

void cprocess_forget_temporary(int slot) {
    if (slot >= 0) free(atomic_exchange(&paths[slot], NULL));
}

void cprocess_remove_temporaries(void) {
    for (int slot = 0; slot < slots; slot++) {
        char *path = atomic_exchange(&paths[slot], NULL);
        if (path != NULL) unlink(path);
    }
}

void cprocess_begin_commit(void) {
    for (;;) {
        atomic_fetch_add(&commits, 1);
        if (!atomic_load(&is_ending)) return;
        /* The process may end before this returns. */
        atomic_fetch_sub(&commits, 1);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static int64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void cprocess_end_commit(void) {
    /* Give the program time to report the saved file, whichever signals arrive. */
    atomic_store(&earliest_end, microseconds() + cprocess_deadline);
    atomic_fetch_sub(&commits, 1);
}

bool cprocess_may_end(void) {
    atomic_store(&is_ending, true);
    if (atomic_load(&commits) == 0 && microseconds() >= atomic_load(&earliest_end)) return true;
    atomic_store(&is_ending, false);
    return false;
}
