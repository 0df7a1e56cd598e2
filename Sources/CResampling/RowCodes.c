#include "CResampling.h"

#include <string.h>

#include "Products.h"

/* Passing vectors is fine here, because all these functions are inlined. */
#pragma clang diagnostic ignored "-Wpsabi"

/* A row is coded in groups of bytes. Of each group, only as many bits of the differences from the row above are kept as
 * its largest difference has: first the numbers of bits of all groups, a byte each, then for each group the lowest bits
 * of all its differences, the second lowest ones, and so on. Nothing here depends on a condition, because what photos
 * have can't be foretold. */

enum { GROUP = CResamplingCodedGroup, WORD = sizeof(uint64_t), WORDS = GROUP / WORD };

typedef uint8_t Bytes __attribute__((vector_size(GROUP)));
typedef int8_t Differences __attribute__((vector_size(GROUP)));
typedef uint64_t Words __attribute__((vector_size(GROUP)));

INLINE Bytes bytes_at(const uint8_t *from) {
    Bytes bytes;
    memcpy(&bytes, from, sizeof bytes);
    return bytes;
}

INLINE void put_bytes(Bytes bytes, uint8_t *to) { memcpy(to, &bytes, sizeof bytes); }

/* Exchanges rows and columns of the 8x8 bits of each word. */
INLINE Words turned(Words words) {
    Words other = (words ^ (words >> 7)) & 0x00AA00AA00AA00AAu;
    words ^= other ^ (other << 7);
    other = (words ^ (words >> 14)) & 0x0000CCCC0000CCCCu;
    words ^= other ^ (other << 14);
    other = (words ^ (words >> 28)) & 0x00000000F0F0F0F0u;
    return words ^ other ^ (other << 28);
}

/* The first bytes of all words, then their second bytes, and so on. */
INLINE Bytes gathered(Bytes bytes) {
    return __builtin_shufflevector(
        bytes, bytes, 0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27, 4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22,
        30, 7, 15, 23, 31);
}

/* The other way round. */
INLINE Bytes scattered(Bytes bytes) {
    return __builtin_shufflevector(
        bytes, bytes, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11,
        15, 19, 23, 27, 31);
}

/* How many bits the largest of some numbers has. */
INLINE unsigned bits_of(Words numbers) {
    uint64_t all = numbers[0] | numbers[1] | numbers[2] | numbers[3];
    all |= all >> 32;
    all |= all >> 16;
    all |= all >> 8;
    return 31 - (unsigned)__builtin_clz((unsigned)(all & UINT8_MAX) << 1 | 1);
}

INLINE size_t code_row(const uint8_t *row, const uint8_t *above, size_t groups, uint8_t *coded) {
    uint8_t *bits = coded, *next = coded + groups;
    for (size_t i = 0; i < groups; i++) {
        const Bytes difference = bytes_at(row + i * GROUP) - bytes_at(above + i * GROUP);
        /* 0, -1, 1, -2, 2 and so on become 0, 1, 2, 3, 4: small numbers. */
        const Bytes number = (difference + difference) ^ (Bytes)((Differences)difference < 0);
        const unsigned count = bits_of((Words)number);
        bits[i] = (uint8_t)count;
        /* What is too much is overwritten. */
        put_bytes(gathered((Bytes)turned((Words)number)), next);
        next += count * WORDS;
    }
    return (size_t)(next - coded);
}

/* Behind so many bytes that count, what is read is left out. */
static const uint8_t counting[2 * GROUP] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                            255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                            255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

INLINE size_t decode_row(const uint8_t *coded, size_t groups, uint8_t *row) {
    const uint8_t *bits = coded, *next = coded + groups;
    for (size_t i = 0; i < groups; i++) {
        const size_t count = (size_t)bits[i] * WORDS;
        const Bytes kept = bytes_at(next) & bytes_at(counting + GROUP - count);
        const Bytes number = (Bytes)turned((Words)scattered(kept));
        const Bytes difference = (number >> 1) ^ -(number & 1);
        put_bytes(bytes_at(row + i * GROUP) + difference, row + i * GROUP);
        next += count;
    }
    return (size_t)(next - coded);
}

#if defined(__x86_64__)
AVX2 static size_t code_row_avx2(const uint8_t *row, const uint8_t *above, size_t groups, uint8_t *coded) {
    return code_row(row, above, groups, coded);
}

AVX2 static size_t decode_row_avx2(const uint8_t *coded, size_t groups, uint8_t *row) {
    return decode_row(coded, groups, row);
}
#endif

size_t cresampling_code_row(const uint8_t *row, const uint8_t *above, size_t groups, uint8_t *coded) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return code_row_avx2(row, above, groups, coded);
#endif
    return code_row(row, above, groups, coded);
}

size_t cresampling_decode_row(const uint8_t *coded, size_t groups, uint8_t *row) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return decode_row_avx2(coded, groups, row);
#endif
    return decode_row(coded, groups, row);
}
