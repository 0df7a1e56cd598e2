/* A digest of results, and numbers to make them of, which are the same on every kind of processor. Each C file that
 * includes this has a digest of its own. */
#pragma once

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "Numbers.h"

#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#else
#define VALGRIND_CHECK_MEM_IS_DEFINED(bytes, count) ((void)0)
#endif

/* FNV-1a. */
static uint64_t digest;

static inline void begin(void) { digest = 0xCBF29CE484222325; }

/* Where valgrind runs this, it reports bytes that depend on memory that was never set. */
static inline void add(const void *bytes, size_t count) {
    VALGRIND_CHECK_MEM_IS_DEFINED(bytes, count);
    for (size_t i = 0; i < count; i++) digest = (digest ^ ((const uint8_t *)bytes)[i]) * 0x100000001B3;
}

static inline void add_number(uint64_t number) { add(&number, sizeof number); }

__attribute__((format(printf, 1, 2))) static inline void end(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%016llx ", (unsigned long long)digest);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
}

_Noreturn static inline void stop(const char *what) {
    perror(what);
    exit(EXIT_FAILURE);
}

static inline void *memory(size_t count) {
    void *bytes = malloc(count);
    if (!bytes) stop("memory");
    return bytes;
}

static inline uint8_t *random_bytes(Numbers *numbers, size_t count) {
    uint8_t *bytes = memory(count);
    for (size_t i = 0; i < count; i++) bytes[i] = numbers_byte(numbers);
    return bytes;
}

/* Linear values or weights, of either sign. */
static inline int16_t *random_values(Numbers *numbers, size_t count) {
    uint8_t *bytes = random_bytes(numbers, 2 * count);
    int16_t *values = (int16_t *)(void *)bytes;
    for (size_t i = 0; i < count; i++) values[i] = (int16_t)(values[i] / 4);
    return values;
}
