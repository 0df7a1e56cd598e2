#include "CResamplingLight.h"

#include "CResampling.h"
#include "Lanes.h"

/* ---- Codes of light ---- */

enum {
    MANTISSA_BITS = 23,
    EXPONENT_BIAS = 127,
    SIGN = INT32_MIN,
    /* The bits of a mantissa that a code has not. */
    DROPPED_BITS = 14,
    STOP = 1 << (MANTISSA_BITS - DROPPED_BITS),
    /* Light below 2^-18 is none. Light beyond 2^24 is clamped, so that gains fit into 16 bits. */
    DARKEST = -18,
    BRIGHTEST = 24,
    NO_LIGHT = (EXPONENT_BIAS + DARKEST) * STOP,
    MOST_LIGHT = (BRIGHTEST - DARKEST) * STOP,
};

INLINE LaneBits codes_of(Lanes light) {
    const LaneBits bits = (LaneBits)light, magnitudes = bits & ~all_bits(SIGN);
    const LaneBits kept = (magnitudes + (1 << (DROPPED_BITS - 1))) >> DROPPED_BITS;
    const LaneBits codes = limited(kept - NO_LIGHT, 0, MOST_LIGHT), signs = bits >> 31;
    return (codes ^ signs) - signs;
}

INLINE Lanes light_of(LaneBits codes) {
    const LaneBits signs = codes >> 31, magnitudes = (codes ^ signs) - signs;
    const LaneBits bits = (magnitudes + NO_LIGHT) << DROPPED_BITS | (signs & SIGN);
    return masked((Lanes)bits, magnitudes != 0);
}

typedef int16_t Codes __attribute__((vector_size(8)));

INLINE void put_codes(LaneBits codes, int16_t *target, ptrdiff_t step) {
    const Codes narrow = __builtin_convertvector(codes, Codes);
    if (step == 1) memcpy(target, &narrow, sizeof narrow);
    else UNROLLED for (int i = 0; i < LANES; i++) target[i * step] = narrow[i];
}

INLINE LaneBits codes_at(const int16_t *codes) {
    Codes narrow;
    memcpy(&narrow, codes, sizeof narrow);
    return __builtin_convertvector(narrow, LaneBits);
}

void cresampling_code_light(const float *light, size_t count, int16_t *codes, ptrdiff_t step) {
    size_t x = 0;
    for (; x + LANES <= count; x += LANES, codes += LANES * step) put_codes(codes_of(lanes_at(light + x)), codes, step);
    for (; x < count; x++, codes += step) *codes = (int16_t)codes_of(all(light[x]))[0];
}

/* ---- Gains ---- */

/* Binary logarithms of values above 0, within 4e-6; that of 1 is 0. */
INLINE Lanes logarithms(Lanes values) {
    const int32_t root = 0x3F3504F3; /* the bits of 2^-0.5, from where on the mantissas are to be */
    const LaneBits stops = ((LaneBits)values - root) >> MANTISSA_BITS;
    const Lanes more = (Lanes)((LaneBits)values - (stops << MANTISSA_BITS)) - all(1);
    /* Fitted to log2(1 + x) / x at Chebyshev's nodes. */
    const float terms[] = {-0.20685812f, 0.31840712f, -0.36641326f, 0.47979388f, -0.72120847f, 1.4427018f};
    Lanes sum = all(terms[0]);
    UNROLLED for (int i = 1; i < 6; i++) sum = sum * more + all(terms[i]);
    return __builtin_convertvector(stops, Lanes) + sum * more;
}

INLINE LaneBits gains_of(Lanes own, Lanes light, bool is_whole) {
    const Lanes offset = all(1.0f / 64), shown = is_whole ? light : own + light;
    const Lanes stops = logarithms((masked(shown, shown > all(0)) + offset) / (own + offset));
    const Lanes half = chosen(stops < all(0), all(-0.5f), all(0.5f));
    return __builtin_convertvector(stops * all(CResamplingGainsPerStop) + half, LaneBits);
}

INLINE Lanes luminances_of(const uint8_t *pixels, const float luminances[3 * 256]) {
    Lanes sums;
    UNROLLED for (int i = 0; i < LANES; i++, pixels += CResamplingSamplesPerPixel) {
        sums[i] = luminances[pixels[0]] + luminances[256 + pixels[1]] + luminances[512 + pixels[2]];
    }
    return sums;
}

INLINE void turn_into_gains(const uint8_t *pixels, const float luminances[3 * 256], bool is_whole, int16_t *codes) {
    const Lanes own = luminances_of(pixels, luminances);
    put_codes(gains_of(own, light_of(codes_at(codes)), is_whole), codes, 1);
}

void cresampling_gains_over(
    const uint8_t *pixels, size_t count, const float luminances[3 * 256], bool is_whole, int16_t *codes) {
    size_t x = 0;
    for (; x + LANES <= count; x += LANES) {
        uint64_t four;
        memcpy(&four, codes + x, sizeof four);
        if (four == 0 && !is_whole) continue;
        turn_into_gains(pixels + CResamplingSamplesPerPixel * x, luminances, is_whole, codes + x);
    }
    if (x == count) return;
    uint8_t last_pixels[LANES * CResamplingSamplesPerPixel] = {0};
    int16_t last_codes[LANES] = {0};
    memcpy(last_pixels, pixels + CResamplingSamplesPerPixel * x, CResamplingSamplesPerPixel * (count - x));
    memcpy(last_codes, codes + x, sizeof *codes * (count - x));
    turn_into_gains(last_pixels, luminances, is_whole, last_codes);
    memcpy(codes + x, last_codes, sizeof *codes * (count - x));
}

void cresampling_count_gains(const int16_t *gains, size_t count, uint32_t counts[CResamplingGainClasses]) {
    enum { SHIFT = 4, HALF = 1 << (SHIFT - 1) };
    _Static_assert(CResamplingGainClasses == 1 << (16 - SHIFT), "a class is 1/64 stop");
    for (size_t x = 0; x < count; x++) {
        uint64_t four;
        if (x + LANES <= count && (memcpy(&four, gains + x, sizeof four), four == 0)) {
            x += LANES - 1;
            continue;
        }
        int32_t index = ((gains[x] + HALF) >> SHIFT) + CResamplingGainClasses / 2;
        counts[index < CResamplingGainClasses ? index : CResamplingGainClasses - 1]++;
    }
}
