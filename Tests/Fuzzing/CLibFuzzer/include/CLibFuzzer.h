#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* libFuzzer's own entry point, for programs with a main function. Removes the options that it knows from the arguments,
 * and returns when it has done what they say. `check` returns 0. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*check)(const uint8_t *bytes, size_t count));

/* To be called after each run: from then on libFuzzer also counts in the code that this run is the first to reach. It
 * looks at all counters that it knows after each run, so it is several times as fast if it doesn't know those of other
 * targets. */
void clibfuzzer_count_reached(void);
