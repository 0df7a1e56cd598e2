#include <stdbool.h>
#include <string.h>

#include "CLibFuzzer.h"

/* The program's counters, one for each edge of its code, and the two numbers that describe each edge. Code of one
   source file lies together. */
static uint8_t *counters, *counters_end;
static const uintptr_t *edges;

/* Counters that libFuzzer learns of together, and which of these blocks it knows. */
enum { BLOCK = 64 };
static bool *known;

/* The linker has the compiler's code call these in the place of libFuzzer's, which are the real ones. */
void __wrap___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *end);
void __wrap___sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *end);
void __real___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *end);
void __real___sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *end);

void __wrap___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *end) {
    counters = start;
    counters_end = end;
}

void __wrap___sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *end) {
    (void)end;
    edges = start;
}

static bool is_reached(const uint8_t *start, size_t count) {
    static const uint8_t zeros[BLOCK];
    return memcmp(start, zeros, count) != 0;
}

void clibfuzzer_count_reached(void) {
    /* All seeds are among the first runs. Later, what leads to new code is mostly new itself, so it is run again. */
    enum { FIRST_RUNS = 20000, INTERVAL = 1000 };
    static uint64_t runs;
    if (runs++ >= FIRST_RUNS && runs % INTERVAL != 0) return;
    const size_t count = (size_t)(counters_end - counters);
    if (!known) known = calloc(count / BLOCK + 1, sizeof *known);
    for (size_t i = 0; i < count; i += BLOCK) {
        const size_t length = count - i < BLOCK ? count - i : BLOCK;
        if (known[i / BLOCK] || !is_reached(counters + i, length)) continue;
        known[i / BLOCK] = true;
        __real___sanitizer_cov_8bit_counters_init(counters + i, counters + i + length);
        __real___sanitizer_cov_pcs_init(edges + 2 * i, edges + 2 * (i + length));
    }
}
