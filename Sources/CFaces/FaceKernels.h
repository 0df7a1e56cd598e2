// The parts of the network that take time. `FaceNetwork.c` includes them for vectors of WIDE 16-bit numbers, as
// functions of TARGET's instructions whose names end in WIDE. All give the same numbers.

#define NAME_OF(name, wide) name##_##wide
#define EXPANDED_NAME(name, wide) NAME_OF(name, wide)
#define NAME(name) EXPANDED_NAME(name, WIDE)
#define KERNEL(type, name) static inline __attribute__((always_inline)) TARGET type NAME(name)
#define shorts NAME(shorts)
#define sums NAME(sums)

typedef int16_t shorts __attribute__((vector_size(2 * WIDE)));
typedef int32_t sums __attribute__((vector_size(2 * WIDE)));

enum {
    // Vectors with the sums of BLOCK outputs.
    NAME(PARTS) = 2 * BLOCK / WIDE,
    // Blocks of outputs, and pixels, that are convolved together: their sums and factors fit in 16 registers.
    NAME(BLOCKS) = WIDE / 8,
    NAME(PIXELS) = WIDE == 16 ? 6 : 4,
};

KERNEL(shorts, load)(const int16_t *from) {
    shorts result;
    memcpy(&result, from, sizeof result);
    return result;
}

KERNEL(sums, load_sums)(const int32_t *from) {
    sums result;
    memcpy(&result, from, sizeof result);
    return result;
}

KERNEL(void, store)(int16_t *to, shorts values) { memcpy(to, &values, sizeof values); }

KERNEL(shorts, larger)(shorts a, shorts b) { return __builtin_elementwise_max(a, b); }

/// The products of two neighbours, added.
KERNEL(sums, products)(shorts a, shorts b) {
#if defined(__x86_64__) && WIDE == 16
    return (sums)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__x86_64__)
    return (sums)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    typedef int32_t wide __attribute__((vector_size(4 * WIDE)));
    wide all = __builtin_convertvector(a, wide) * __builtin_convertvector(b, wide);
    return __builtin_shufflevector(all, all, 0, 2, 4, 6) + __builtin_shufflevector(all, all, 1, 3, 5, 7);
#endif
}

/// The upper halves of the products.
KERNEL(shorts, scaled)(shorts a, shorts b) {
    typedef int32_t wide __attribute__((vector_size(4 * WIDE)));
    return __builtin_convertvector((__builtin_convertvector(a, wide) * __builtin_convertvector(b, wide)) >> 16, shorts);
}

/// BLOCK sums, scaled down and limited to 16 bits, or to those above 0.
KERNEL(void, store_block)(int16_t *to, const sums *values, int shift, int rectifies) {
#if defined(__x86_64__) && WIDE == 16
    __m256i scaled = (__m256i)(*values >> shift);
    __m128i narrow = _mm_packs_epi32(_mm256_castsi256_si128(scaled), _mm256_extracti128_si256(scaled, 1));
    if (rectifies) narrow = _mm_max_epi16(narrow, _mm_setzero_si128());
    memcpy(to, &narrow, sizeof narrow);
#else
    typedef int32_t block __attribute__((vector_size(4 * BLOCK)));
    typedef int16_t result __attribute__((vector_size(2 * BLOCK)));
    block all;
    memcpy(&all, values, sizeof all);
    block least = (block){0} + (rectifies ? 0 : INT16_MIN), most = (block){0} + INT16_MAX;
    result narrow = __builtin_convertvector(
        __builtin_elementwise_max(__builtin_elementwise_min(all >> shift, most), least), result);
    memcpy(to, &narrow, sizeof narrow);
#endif
}

/// Convolves pixels for some blocks of outputs.
KERNEL(void, mix_block)
(const int16_t *in, int inputs, const struct pointwise *filter, int first, int16_t *out, int outputs, int pixels,
 int blocks, int rectifies) {
    sums totals[NAME(PIXELS)][NAME(BLOCKS)][NAME(PARTS)];
    for (int i = 0; i < pixels; i++)
        for (int b = 0; b < blocks; b++)
            for (int p = 0; p < NAME(PARTS); p++)
                totals[i][b][p] = NAME(load_sums)(filter->biases + first + b * BLOCK + p * WIDE / 2);
    const int16_t *factors = filter->factors + first * inputs;
    for (int c = 0; c < inputs; c += 2, factors += 2 * BLOCK) {
        shorts parts[NAME(BLOCKS)][NAME(PARTS)];
        for (int b = 0; b < blocks; b++)
            for (int p = 0; p < NAME(PARTS); p++) parts[b][p] = NAME(load)(factors + b * inputs * BLOCK + p * WIDE);
        for (int i = 0; i < pixels; i++) {
            int32_t pair;
            memcpy(&pair, in + i * inputs + c, sizeof pair);
            shorts pairs = (shorts)((sums){0} + pair);
            for (int b = 0; b < blocks; b++)
                for (int p = 0; p < NAME(PARTS); p++) totals[i][b][p] += NAME(products)(pairs, parts[b][p]);
        }
    }
    for (int i = 0; i < pixels; i++)
        for (int b = 0; b < blocks; b++)
            NAME(store_block)(out + i * outputs + first + b * BLOCK, totals[i][b], filter->shift, rectifies);
}

/// Convolves a row for some blocks of outputs.
KERNEL(void, mix_blocks)
(const int16_t *in, int inputs, const struct pointwise *filter, int first, int16_t *out, int outputs, int width,
 int blocks, int rectifies) {
    int x = 0;
    for (; x + NAME(PIXELS) <= width; x += NAME(PIXELS)) NAME(mix_block)
    (in + x * inputs, inputs, filter, first, out + x * outputs, outputs, NAME(PIXELS), blocks, rectifies);
    for (; x < width; x++)
        NAME(mix_block)(in + x * inputs, inputs, filter, first, out + x * outputs, outputs, 1, blocks, rectifies);
}

KERNEL(void, mix)
(const int16_t *in, int inputs, const struct pointwise *filter, int16_t *out, int outputs, int width, int rectifies) {
    int first = 0;
    for (; first + NAME(BLOCKS) * BLOCK <= outputs; first += NAME(BLOCKS) * BLOCK)
        NAME(mix_blocks)(in, inputs, filter, first, out, outputs, width, NAME(BLOCKS), rectifies);
    if (first < outputs) NAME(mix_blocks)(in, inputs, filter, first, out, outputs, width, 1, rectifies);
}

/// The 1x1 convolution of a row; in the compiled code the number of inputs is known.
static TARGET void NAME(mix_row)(
    const struct pointwise *filter, const int16_t *in, int inputs, int16_t *out, int outputs, int width,
    int rectifies) {
    switch (inputs) {
    case HEAD_INPUTS: NAME(mix)(in, HEAD_INPUTS, filter, out, outputs, width, rectifies); break;
    case 16: NAME(mix)(in, 16, filter, out, outputs, width, rectifies); break;
    case 32: NAME(mix)(in, 32, filter, out, outputs, width, rectifies); break;
    default: NAME(mix)(in, MAX_CHANNELS, filter, out, outputs, width, rectifies);
    }
}

/// The 3x3 convolution of a row, limited to values above 0; each of `rows` begins one pixel before it.
static TARGET void NAME(spread_row)(
    const struct depthwise *filter, const int16_t *const rows[3], int16_t *out, int channels, int width) {
    for (int c = 0; c < channels; c += WIDE) {
        shorts factors[9], bias = NAME(load)(filter->biases + c);
        for (int i = 0; i < 9; i++) factors[i] = NAME(load)(filter->factors + i * channels + c);
        for (int x = 0; x < width; x++) {
            shorts sum = bias;
            for (int i = 0; i < 9; i++) {
                shorts values = NAME(load)(rows[i / 3] + (x + i % 3) * channels + c);
                sum = __builtin_elementwise_add_sat(sum, NAME(scaled)(values, factors[i]));
            }
            NAME(store)(out + x * channels + c, NAME(larger)(sum, (shorts){0}));
        }
    }
}

/// A row of half the width: of two rows, the largest of every four values.
static TARGET void NAME(halve_row)(const int16_t *above, const int16_t *below, int16_t *out, int channels, int width) {
    for (int x = 0; x < width; x++)
        for (int c = 0; c < channels; c += WIDE) {
            int first = 2 * x * channels + c, second = first + channels;
            NAME(store)
            (out + x * channels + c, NAME(larger)(
                                         NAME(larger)(NAME(load)(above + first), NAME(load)(above + second)),
                                         NAME(larger)(NAME(load)(below + first), NAME(load)(below + second))));
        }
}

/// The colours of a row as numbers.
static TARGET void NAME(unpack_row)(const uint8_t *rgba, int16_t *out, int width) {
    int x = 0;
#if defined(__x86_64__) && WIDE == 16
    const __m128i first = _mm_setr_epi8(2, -1, 1, -1, 0, -1, 6, -1, 5, -1, 4, -1, 10, -1, 9, -1);
    const __m128i second = _mm_setr_epi8(8, -1, 14, -1, 13, -1, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    // Four pixels are twelve numbers, of which four more are written: no more than there is room for.
    for (; x + 6 <= width; x += 4, rgba += 16, out += 12) {
        __m128i pixels = _mm_loadu_si128((const __m128i *)rgba);
        _mm_storeu_si128((__m128i *)out, _mm_shuffle_epi8(pixels, first));
        _mm_storeu_si128((__m128i *)(out + 8), _mm_shuffle_epi8(pixels, second));
    }
#endif
    // Of all pixels but the last, the next one overwrites the fourth number.
    for (; x + 1 < width; x++, rgba += 4, out += 3) {
        const int16_t colours[4] = {rgba[2], rgba[1], rgba[0], 0};
        memcpy(out, colours, sizeof colours);
    }
    for (int c = 0; c < 3; c++) out[c] = rgba[2 - c];
}

/// The means of 2x2 pixels, rounded to the nearest.
static TARGET void NAME(halve_pixels)(const uint8_t *above, const uint8_t *below, uint8_t *out, int width) {
    int x = 0;
#if defined(__x86_64__) && WIDE == 16
    const __m256i neighbours = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15));
    const __m256i ones = _mm256_set1_epi8(1), half = _mm256_set1_epi16(2);
    for (; x + 8 <= width; x += 8, above += 64, below += 64, out += 32) {
        __m256i means[2];
        for (int i = 0; i < 2; i++) {
            __m256i a = _mm256_loadu_si256((const __m256i *)above + i);
            __m256i b = _mm256_loadu_si256((const __m256i *)below + i);
            a = _mm256_maddubs_epi16(_mm256_shuffle_epi8(a, neighbours), ones);
            b = _mm256_maddubs_epi16(_mm256_shuffle_epi8(b, neighbours), ones);
            means[i] = _mm256_srli_epi16(_mm256_add_epi16(_mm256_add_epi16(a, b), half), 2);
        }
        // Packing takes the halves of both in turn.
        __m256i packed = _mm256_packus_epi16(means[0], means[1]);
        _mm256_storeu_si256((__m256i *)out, _mm256_permute4x64_epi64(packed, 0xD8));
    }
#endif
    for (; x + 2 <= width; x += 2, above += 16, below += 16, out += 8) {
        typedef uint8_t bytes __attribute__((vector_size(16)));
        typedef uint16_t numbers __attribute__((vector_size(32)));
        typedef uint16_t both_sums __attribute__((vector_size(16)));
        typedef uint8_t result __attribute__((vector_size(8)));
        bytes a, b;
        memcpy(&a, above, sizeof a);
        memcpy(&b, below, sizeof b);
        numbers both = __builtin_convertvector(a, numbers) + __builtin_convertvector(b, numbers);
        both_sums all = __builtin_shufflevector(both, both, 0, 1, 2, 3, 8, 9, 10, 11) +
                        __builtin_shufflevector(both, both, 4, 5, 6, 7, 12, 13, 14, 15);
        result means = __builtin_convertvector((all + 2) >> 2, result);
        memcpy(out, &means, sizeof means);
    }
    if (x == width) return;
    for (int c = 0; c < 4; c++) out[c] = (uint8_t)((above[c] + above[4 + c] + below[c] + below[4 + c] + 2) >> 2);
}

static const struct kernels NAME(kernels) = {
    NAME(unpack_row), NAME(mix_row), NAME(spread_row), NAME(halve_row), NAME(halve_pixels)};

#undef NAME_OF
#undef EXPANDED_NAME
#undef NAME
#undef KERNEL
#undef shorts
#undef sums
