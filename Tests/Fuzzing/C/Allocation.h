/* Memory that a decoder takes: any piece may be refused, and what a worker leaves to its end is freed. .ci/fuzz has the
   linker put these functions in the place of the library's. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_PIECES = 1024 };
static void *pieces[MAX_PIECES];
static size_t piece_count;
/* How many more pieces there are. */
static uint32_t pieces_left;
/* Whether our code runs, not libFuzzer's. */
static bool is_decoding;

void *__real_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void __real_free(void *memory);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void __wrap_free(void *memory);

static bool may_allocate(void) {
    if (!is_decoding || pieces_left == UINT32_MAX) return true;
    return pieces_left > 0 && pieces_left-- > 0;
}

static void *note(void *piece) {
    if (!is_decoding || !piece) return piece;
    if (piece_count == MAX_PIECES) abort();
    return pieces[piece_count++] = piece;
}

void *__wrap_calloc(size_t count, size_t size) { return may_allocate() ? note(__real_calloc(count, size)) : NULL; }
void *__wrap_malloc(size_t size) { return may_allocate() ? note(__real_malloc(size)) : NULL; }

void __wrap_free(void *memory) {
    for (size_t i = 0; is_decoding && i < piece_count; i++) {
        if (pieces[i] == memory) pieces[i] = pieces[--piece_count];
    }
    __real_free(memory);
}

static inline void free_pieces(void) {
    while (piece_count > 0) __real_free(pieces[--piece_count]);
}
