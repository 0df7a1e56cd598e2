/* JPEGs read by libjpeg alone and by ours, in full or reduced size: the same rows, verdict and message. */
#include "FuzzInput.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    static const int scales[] = {8, 4, 2, 1};
    int descriptor = input_file(bytes, count);
    Numbers numbers = numbers_of(count, 0);
    const bool is_whole = numbers_below(&numbers, 2);
    const JPEGWay way = {
        .eighths = is_whole ? 8 : scales[numbers_below(&numbers, 4)], .is_middle = !is_whole, .numbers = numbers};
    Comparison comparison = compare_jpeg(descriptor, way, MAX_FUZZED_PIXELS);
    expect_same(&comparison);
    return 0;
}
