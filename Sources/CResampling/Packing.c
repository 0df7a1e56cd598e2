#include "CResampling.h"

#include <string.h>

#include "Products.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { SAMPLES = CResamplingSamplesPerPixel, PACKED = CResamplingPackedSamples };

#if defined(__x86_64__)
enum { STEP = 4 };

/* Four pixels at once, with a third of four more behind them that the next ones overwrite. Returns how many there were:
 * at least two are left if there were any. */
AVX2 static size_t pack_steps(const uint8_t *pixels, size_t count, uint8_t *packed) {
    const __m128i order = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    size_t x = 0;
    for (; x + STEP + 2 <= count; x += STEP) {
        const __m128i four = _mm_loadu_si128((const __m128i *)(pixels + x * SAMPLES));
        _mm_storeu_si128((__m128i *)(packed + x * PACKED), _mm_shuffle_epi8(four, order));
    }
    return x;
}

AVX2 static size_t unpack_steps(const uint8_t *packed, size_t count, uint8_t *pixels) {
    const __m128i order = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
    const __m128i opaque = _mm_set1_epi32((int32_t)0xFF000000);
    size_t x = 0;
    for (; x + STEP + 2 <= count; x += STEP) {
        const __m128i four = _mm_loadu_si128((const __m128i *)(packed + x * PACKED));
        _mm_storeu_si128((__m128i *)(pixels + x * SAMPLES), _mm_or_si128(_mm_shuffle_epi8(four, order), opaque));
    }
    return x;
}
#endif

void cresampling_pack(const uint8_t *pixels, size_t count, uint8_t *packed) {
    size_t x = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) x = pack_steps(pixels, count, packed);
#endif
    /* Of all pixels but the last, the next one overwrites the fourth sample. */
    for (; x + 1 < count; x++) memcpy(packed + x * PACKED, pixels + x * SAMPLES, SAMPLES);
    if (x < count) memcpy(packed + x * PACKED, pixels + x * SAMPLES, PACKED);
}

void cresampling_unpack(const uint8_t *packed, size_t count, uint8_t *pixels) {
    size_t x = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) x = unpack_steps(packed, count, pixels);
#endif
    /* Of all pixels but the last, the first sample of the next one is read, too. */
    for (; x < count; x++) {
        memcpy(pixels + x * SAMPLES, packed + x * PACKED, x + 1 < count ? SAMPLES : PACKED);
        pixels[x * SAMPLES + PACKED] = UINT8_MAX;
    }
}
