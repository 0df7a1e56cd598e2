/* Random numbers that depend on a seed alone, so that every run tries the same. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Numbers {
    uint64_t state;
} Numbers;

/* SplitMix64. */
static inline uint64_t numbers_next(Numbers *numbers) {
    uint64_t mixed = numbers->state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
}

static inline Numbers numbers_of(uint64_t seed, uint64_t index) {
    Numbers numbers = {seed};
    numbers.state = numbers_next(&numbers) ^ index;
    return numbers;
}

/* 0 to `limit` - 1; `limit` must not be 0. */
static inline size_t numbers_below(Numbers *numbers, size_t limit) { return (size_t)(numbers_next(numbers) % limit); }
static inline uint8_t numbers_byte(Numbers *numbers) { return (uint8_t)numbers_next(numbers); }
static inline bool numbers_one_in(Numbers *numbers, size_t count) { return numbers_below(numbers, count) == 0; }
