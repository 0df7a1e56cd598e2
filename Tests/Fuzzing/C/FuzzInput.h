/* What the targets of the decoders share. Include it first. */
#pragma once

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Comparison.h"

/* More only make a run longer. */
#ifndef MAX_FUZZED_PIXELS
#define MAX_FUZZED_PIXELS (1 << 18)
#endif

/* The one file of this process, with these bytes. */
static inline int input_file(const uint8_t *bytes, size_t count) {
    static int descriptor = -1;
    if (descriptor < 0) descriptor = memfd_create("input", MFD_CLOEXEC);
    if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, bytes, count, 0) != (ssize_t)count) abort();
    return descriptor;
}

static inline void expect_same(const Comparison *comparison) {
    if (comparison->difference[0] == 0) return;
    fprintf(stderr, "%s\n", comparison->difference);
    abort();
}
