/* JPEGs read by libjpeg alone and by ours, in full and reduced size: the same rows, verdict and message. */
#include "FuzzInput.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    static const int scales[] = {8, 4, 2, 1};
    int descriptor = input_file(bytes, count);
    Numbers numbers = numbers_of(count, 0);
    const JPEGWay ways[] = {
        {.eighths = 8, .numbers = numbers},
        {.eighths = scales[numbers_below(&numbers, 4)], .is_middle = true, .numbers = numbers},
    };
    for (int i = 0; i < 2; i++) {
        Comparison comparison = compare_jpeg(descriptor, ways[i], MAX_FUZZED_PIXELS);
        expect_same(&comparison);
    }
    return 0;
}
