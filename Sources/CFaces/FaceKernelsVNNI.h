// The 1x1 convolution with AVX-512's VNNI, which adds products of pairs to sums by one instruction. It gives the same
// numbers as the others: sums of 32 bits can't overflow.

#define VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))
#define UNROLLED _Pragma("unroll")
#define VNNI_KERNEL(type, name) static inline __attribute__((always_inline)) VNNI type name

enum {
    // Outputs whose sums fit in a vector.
    VNNI_OUTPUTS = 2 * BLOCK,
    // Pixels that are convolved together: with two vectors of sums each, and factors, they fit in 32 registers.
    VNNI_PIXELS = 12,
    // The same where fewer are left. They are the last ones of the row, and some may be convolved twice.
    VNNI_LAST_PIXELS = 4,
};

/// Two numbers of 16 bits.
VNNI_KERNEL(int32_t, pair_at)(const int16_t *from) {
    int32_t pair;
    memcpy(&pair, from, sizeof pair);
    return pair;
}

/// Convolves pixels for some vectors of outputs.
VNNI_KERNEL(void, vnni_mix_block)
(const int16_t *in, int inputs, const struct pointwise *filter, int first, int16_t *out, int outputs, int pixels,
 int vectors, int rectifies) {
    __m512i totals[VNNI_PIXELS][2];
    UNROLLED for (int i = 0; i < pixels; i++) for (int v = 0; v < vectors; v++)
        totals[i][v] = _mm512_loadu_si512(filter->biases + first + v * VNNI_OUTPUTS);
    const int16_t *factors = filter->factors + first * inputs;
    for (int c = 0; c < inputs; c += 2, factors += 2 * BLOCK) {
        __m512i parts[2];
        for (int v = 0; v < vectors; v++) {
            const int16_t *part = factors + v * VNNI_OUTPUTS * inputs;
            __m256i lower = _mm256_loadu_si256((const __m256i *)part);
            __m256i upper = _mm256_loadu_si256((const __m256i *)(part + inputs * BLOCK));
            parts[v] = _mm512_inserti64x4(_mm512_castsi256_si512(lower), upper, 1);
        }
        UNROLLED for (int i = 0; i < pixels; i++) {
            __m512i pairs = _mm512_set1_epi32(pair_at(in + i * inputs + c));
            for (int v = 0; v < vectors; v++) totals[i][v] = _mm512_dpwssd_epi32(totals[i][v], pairs, parts[v]);
        }
    }
    const __m128i shift = _mm_cvtsi32_si128(filter->shift);
    UNROLLED for (int i = 0; i < pixels; i++) for (int v = 0; v < vectors; v++) {
        __m256i narrow = _mm512_cvtsepi32_epi16(_mm512_sra_epi32(totals[i][v], shift));
        if (rectifies) narrow = _mm256_max_epi16(narrow, _mm256_setzero_si256());
        _mm256_storeu_si256((__m256i *)(out + i * outputs + first + v * VNNI_OUTPUTS), narrow);
    }
}

/// Convolves pixels for BLOCK outputs.
VNNI_KERNEL(void, vnni_mix_values)
(const int16_t *in, int inputs, const struct pointwise *filter, int first, int16_t *out, int outputs, int pixels,
 int vectors, int rectifies) {
    (void)vectors;
    __m256i totals[VNNI_PIXELS];
    for (int i = 0; i < pixels; i++) totals[i] = _mm256_loadu_si256((const __m256i *)(filter->biases + first));
    const int16_t *factors = filter->factors + first * inputs;
    for (int c = 0; c < inputs; c += 2, factors += 2 * BLOCK) {
        __m256i part = _mm256_loadu_si256((const __m256i *)factors);
        for (int i = 0; i < pixels; i++)
            totals[i] = _mm256_dpwssd_epi32(totals[i], _mm256_set1_epi32(pair_at(in + i * inputs + c)), part);
    }
    const __m128i shift = _mm_cvtsi32_si128(filter->shift);
    for (int i = 0; i < pixels; i++) {
        __m128i narrow = _mm256_cvtsepi32_epi16(_mm256_sra_epi32(totals[i], shift));
        if (rectifies) narrow = _mm_max_epi16(narrow, _mm_setzero_si128());
        _mm_storeu_si128((__m128i *)(out + i * outputs + first), narrow);
    }
}

/// Convolves a row for some vectors of outputs; with none, for BLOCK outputs.
VNNI_KERNEL(void, vnni_mix_outputs)
(const int16_t *in, int inputs, const struct pointwise *filter, int first, int16_t *out, int outputs, int width,
 int vectors, int rectifies) {
#define MIX(x, pixels)                                \
    (vectors > 0 ? vnni_mix_block : vnni_mix_values)( \
        in + (x)*inputs, inputs, filter, first, out + (x)*outputs, outputs, pixels, vectors, rectifies)
    int x = 0;
    for (; x + VNNI_PIXELS <= width; x += VNNI_PIXELS) MIX(x, VNNI_PIXELS);
    for (; x + VNNI_LAST_PIXELS <= width; x += VNNI_LAST_PIXELS) MIX(x, VNNI_LAST_PIXELS);
    if (x == width) return;
    if (width >= VNNI_LAST_PIXELS) MIX(width - VNNI_LAST_PIXELS, VNNI_LAST_PIXELS);
    else
        for (; x < width; x++) MIX(x, 1);
#undef MIX
}

VNNI_KERNEL(void, vnni_mix)
(const int16_t *in, int inputs, const struct pointwise *filter, int16_t *out, int outputs, int width, int rectifies) {
    int first = 0;
    for (; first + 2 * VNNI_OUTPUTS <= outputs; first += 2 * VNNI_OUTPUTS)
        vnni_mix_outputs(in, inputs, filter, first, out, outputs, width, 2, rectifies);
    for (; first + VNNI_OUTPUTS <= outputs; first += VNNI_OUTPUTS)
        vnni_mix_outputs(in, inputs, filter, first, out, outputs, width, 1, rectifies);
    for (; first < outputs; first += BLOCK)
        vnni_mix_outputs(in, inputs, filter, first, out, outputs, width, 0, rectifies);
}

/// The 1x1 convolution of a row; in the compiled code the number of inputs is known.
static VNNI void vnni_mix_row(
    const struct pointwise *filter, const int16_t *in, int inputs, int16_t *out, int outputs, int width,
    int rectifies) {
    switch (inputs) {
    case HEAD_INPUTS: vnni_mix(in, HEAD_INPUTS, filter, out, outputs, width, rectifies); break;
    case 16: vnni_mix(in, 16, filter, out, outputs, width, rectifies); break;
    case 32: vnni_mix(in, 32, filter, out, outputs, width, rectifies); break;
    default: vnni_mix(in, MAX_CHANNELS, filter, out, outputs, width, rectifies);
    }
}

static const struct kernels kernels_vnni = {unpack_row_16, vnni_mix_row, spread_row_16, halve_row_16, halve_pixels_16};
