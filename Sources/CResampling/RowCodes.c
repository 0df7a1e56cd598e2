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

AVX2 static size_t code_row_avx2(const uint8_t *row, const uint8_t *above, size_t groups, uint8_t *coded) {
    return code_row(row, above, groups, coded);
}

AVX2 static size_t decode_row_avx2(const uint8_t *coded, size_t groups, uint8_t *row) {
    return decode_row(coded, groups, row);
}

#if defined(__x86_64__)
/* Exchanges rows and columns of the 8x8 bits of each word, of which the last byte comes first. */
AVX512 static inline __m256i turned_avx512(__m256i words) {
    /* Products of this matrix's rows, each with a single bit, by a word are the columns of that word. */
    return _mm256_gf2p8affine_epi64_epi8(_mm256_set1_epi64x((long long)0x8040201008040201u), words, 0);
}

AVX512 static size_t code_row_avx512(const uint8_t *row, const uint8_t *above, size_t groups, uint8_t *coded) {
    const __m256i last_first = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
    const __m256i gathering = _mm256_setr_epi8(
        0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27, 4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15,
        23, 31);
    uint8_t *bits = coded, *next = coded + groups;
    for (size_t i = 0; i < groups; i++, row += GROUP, above += GROUP) {
        const __m256i difference = _mm256_sub_epi8(
            _mm256_loadu_si256((const void *)row), _mm256_loadu_si256((const void *)above));
        const __m256i number = _mm256_xor_si256(
            _mm256_add_epi8(difference, difference), _mm256_cmpgt_epi8(_mm256_setzero_si256(), difference));
        const __m256i planes = _mm256_permutexvar_epi8(
            gathering, turned_avx512(_mm256_shuffle_epi8(number, last_first)));
        /* Of each number of bits, four bytes. */
        const unsigned count = 31 - (unsigned)__builtin_clz((unsigned)_mm256_test_epi32_mask(planes, planes) << 1 | 1);
        bits[i] = (uint8_t)count;
        _mm256_storeu_si256((void *)next, planes);
        next += count * WORDS;
    }
    return (size_t)(next - coded);
}

AVX512 static size_t decode_row_avx512(const uint8_t *coded, size_t groups, uint8_t *row) {
    /* What `scattered` does, with the last byte of each word first. */
    const __m256i scattering = _mm256_setr_epi8(
        28, 24, 20, 16, 12, 8, 4, 0, 29, 25, 21, 17, 13, 9, 5, 1, 30, 26, 22, 18, 14, 10, 6, 2, 31, 27, 23, 19, 15, 11,
        7, 3);
    const __m256i one = _mm256_set1_epi8(1), most = _mm256_set1_epi8(INT8_MAX);
    const uint8_t *bits = coded, *next = coded + groups;
    for (size_t i = 0; i < groups; i++, row += GROUP) {
        const unsigned count = bits[i] * WORDS;
        const __m256i kept = _mm256_maskz_loadu_epi8((__mmask32)((UINT64_C(1) << count) - 1), next);
        const __m256i number = turned_avx512(_mm256_permutexvar_epi8(scattering, kept));
        const __m256i sign = _mm256_sub_epi8(_mm256_setzero_si256(), _mm256_and_si256(number, one));
        const __m256i half = _mm256_and_si256(_mm256_srli_epi16(number, 1), most);
        const __m256i difference = _mm256_xor_si256(half, sign);
        _mm256_storeu_si256((void *)row, _mm256_add_epi8(_mm256_loadu_si256((const void *)row), difference));
        next += count;
    }
    return (size_t)(next - coded);
}
#else
static size_t code_row_avx512(const uint8_t *row, const uint8_t *above, size_t groups, uint8_t *coded) {
    return code_row(row, above, groups, coded);
}

static size_t decode_row_avx512(const uint8_t *coded, size_t groups, uint8_t *row) {
    return decode_row(coded, groups, row);
}
#endif

size_t cresampling_code_row(
    CResamplingInstructions instructions, const uint8_t *row, const uint8_t *above, size_t groups, uint8_t *coded) {
    switch (instructions) {
    case CResamplingInstructionsBaseline: return code_row(row, above, groups, coded);
    case CResamplingInstructionsAVX2: return code_row_avx2(row, above, groups, coded);
    case CResamplingInstructionsAVX512: return code_row_avx512(row, above, groups, coded);
    }
}

size_t cresampling_decode_row(CResamplingInstructions instructions, const uint8_t *coded, size_t groups, uint8_t *row) {
    switch (instructions) {
    case CResamplingInstructionsBaseline: return decode_row(coded, groups, row);
    case CResamplingInstructionsAVX2: return decode_row_avx2(coded, groups, row);
    case CResamplingInstructionsAVX512: return decode_row_avx512(coded, groups, row);
    }
}
