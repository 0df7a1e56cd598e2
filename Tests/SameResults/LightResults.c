/* What our C makes of gain maps: light, its codes, and gains. */
#include "LightResults.h"

#include "CResampling.h"
#include "Digest.h"

/* Of pixels and maps with one channel or three, clipped and with alpha or not. */
static void make_light(bool is_grey, bool is_clipped) {
    enum { WIDTH = 640, MAP = 90, TAPS = 5, ROWS = 8 };
    Numbers numbers = numbers_of(5, is_grey + 2 * is_clipped);
    int16_t *pairs = random_values(&numbers, 4 * WIDTH + 16);
    uint8_t *map = random_bytes(&numbers, 6 * MAP), *pixels = random_bytes(&numbers, 4 * WIDTH);
    uint16_t rows[3][MAP + 6] = {0};
    float factors[CResamplingGainCount], own[3 * 256];
    static float light[CResamplingLightLanes * WIDTH], across[ROWS][WIDTH], weight[TAPS * WIDTH], down[WIDTH];
    int16_t codes[WIDTH];
    int32_t firsts[WIDTH], counts[WIDTH];
    for (int i = 0; i < 4 * WIDTH; i++) pairs[i] = (int16_t)(pairs[i] & 0x3FFF);
    for (int i = 0; i < CResamplingGainCount; i++) factors[i] = 0.7f + (float)i * (float)i / 300000;
    for (int i = 0; i < 3 * 256; i++) own[i] = (float)(i % 256) / 900;
    for (int x = 0; x < WIDTH; x++) {
        firsts[x] = x < WIDTH - TAPS ? x : WIDTH - TAPS;
        counts[x] = TAPS;
        for (int tap = 0; tap < TAPS; tap++) weight[TAPS * x + tap] = (float)(x * tap % 91) / 777;
    }
    for (size_t i = 0; i < 3; i++) cresampling_blend_map(map + i, map + 3 * MAP + i, MAP, 3, 77, rows[i] + 1);
    const CResamplingGains gains = {
        .rows = {rows[0], rows[is_grey ? 0 : 1], rows[is_grey ? 0 : 2]},
        .factors = {factors, factors, factors},
        .matrix = {0.9f, 0.07f, 0.03f, 0.1f, 0.8f, 0.1f, 0.01f, 0.09f, 0.9f},
        .shares = {0.21f, 0.72f, 0.07f},
        .offsets_before = {0.015f, 0.02f, 0.1f},
        .offsets_after = {0.015f, 0.3f, 0.01f},
        .own_shares = {0.23f, 0.69f, 0.08f},
        .target_matrix = {1.22f, -0.22f, 0, -0.04f, 1.04f, 0, -0.02f, -0.08f, 1.1f},
        .target_shares = {0.21f, 0.72f, 0.07f},
        .first = 1u << 30,
        .step = (uint64_t)(MAP - 1) * (1ull << 32) / WIDTH,
        .is_grey = is_grey,
        .is_clipped = is_clipped,
        .has_alpha = is_clipped,
    };
    begin();
    for (int lane = 0; lane < CResamplingLightLanes; lane++) cresampling_light(pairs, WIDTH, &gains, light + lane);
    if (is_grey) {
        CResamplingGains exact = gains;
        exact.values = pixels;
        exact.value_factors = factors;
        cresampling_light(pairs, WIDTH - 3, &exact, light + 1);
    }
    for (int row = 0; row < ROWS; row += CResamplingLightLanes)
        cresampling_light_across(
            light, firsts, counts, weight, TAPS, WIDTH,
            (float *[]){across[row], across[row + 1], across[row + 2], across[row + 3]});
    cresampling_light_down(across[0], ROWS, WIDTH, 6, weight + 3 * TAPS, TAPS, down);
    cresampling_code_light(down, WIDTH, codes, 1);
    cresampling_gains_over(pixels, WIDTH, own, false, codes);
    add(light, sizeof light);
    add(down, sizeof down);
    add(codes, sizeof codes);
    end("light of a map with %s%s", is_grey ? "one channel" : "three channels", is_clipped ? ", clipped" : "");
    free(pixels);
    free(map);
    free(pairs);
}

/* Of a map with a value for each pixel, most of which are 0 and mean no gain, as in most photos. */
static void make_sparse_light(bool is_grey, bool is_clipped, bool is_whole) {
    enum { WIDTH = 640, COUNT = WIDTH - 3, FIRST_BLANK = 100, LAST_BLANK = 500, LONE = 317 };
    Numbers numbers = numbers_of(6, is_grey + 2 * is_clipped + 4 * is_whole);
    int16_t *pairs = random_values(&numbers, 4 * WIDTH + 16);
    uint8_t *upper = random_bytes(&numbers, WIDTH), *lower = random_bytes(&numbers, WIDTH);
    uint8_t *pixels = random_bytes(&numbers, 4 * WIDTH);
    uint16_t row[WIDTH + 6] = {0};
    float factors[CResamplingGainCount], own[3 * 256], light[CResamplingLightLanes * WIDTH] = {0};
    int16_t codes[2 * WIDTH] = {0};
    uint32_t counts[CResamplingGainClasses] = {0};
    for (int i = 0; i < 4 * WIDTH; i++) pairs[i] = (int16_t)(pairs[i] & 0x3FFF);
    for (int i = 0; i < CResamplingGainCount; i++) factors[i] = 1 + (float)i * (float)i / 300000;
    for (int i = 0; i < 3 * 256; i++) own[i] = (float)(i % 256) / 900;
    for (int x = FIRST_BLANK; x < LAST_BLANK; x++) upper[x] = lower[x] = x == LONE;
    cresampling_blend_map(upper, lower, WIDTH, 1, 77, row + 1);
    CResamplingGains gains = {
        .rows = {row, row, row},
        .factors = {factors, factors, factors},
        .matrix = {0.9f, 0.07f, 0.03f, 0.1f, 0.8f, 0.1f, 0.01f, 0.09f, 0.9f},
        .shares = {0.21f, 0.72f, 0.07f},
        .offsets_before = {0.015f, 0.02f, 0.1f},
        .offsets_after = {0.015f, 0.02f, 0.1f},
        .own_shares = {0.23f, 0.69f, 0.08f},
        .target_matrix = {1.22f, -0.22f, 0, -0.04f, 1.04f, 0, -0.02f, -0.08f, 1.1f},
        .target_shares = {0.21f, 0.72f, 0.07f},
        .first = 1u << 30,
        .step = 1ull << 32,
        .is_grey = is_grey,
        .is_clipped = is_clipped,
        .has_alpha = is_clipped,
        .is_whole = is_whole,
    };
    begin();
    cresampling_light(pairs, COUNT, &gains, light);
    if (is_grey) {
        gains.values = upper;
        gains.value_factors = factors;
    }
    cresampling_light(pairs, COUNT, &gains, light + 1);
    add(light, sizeof light);
    for (int x = 0; x < COUNT; x++) light[x] = light[CResamplingLightLanes * x];
    cresampling_code_light(light, COUNT, codes, 2);
    add(codes, sizeof codes);
    cresampling_code_light(light, COUNT, codes, 1);
    cresampling_gains_over(pixels, COUNT, own, is_whole, codes);
    cresampling_count_gains(codes, COUNT, counts);
    add(codes, sizeof codes);
    add(counts, sizeof counts);
    end("light of a sparse map with %s%s%s", is_grey ? "one channel" : "three channels", is_clipped ? ", clipped" : "",
        is_whole ? ", all of it" : "");
    free(pixels);
    free(lower);
    free(upper);
    free(pairs);
}

void make_all_light(void) {
    for (int kind = 0; kind < 4; kind++) make_light(kind % 2 == 1, kind / 2 == 1);
    for (int kind = 0; kind < 8; kind++) make_sparse_light(kind % 2 == 1, kind / 2 % 2 == 1, kind / 4 == 1);
}
