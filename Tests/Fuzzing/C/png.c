/* PNGs read by libpng alone and by ours, with inflating ahead or without: the same rows, verdict and message. */
#include "FuzzInput.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    int descriptor = input_file(bytes, count);
    Numbers numbers = numbers_of(count, 0);
    PNGWay way = {.help = (PNGHelp)numbers_below(&numbers, PNGHelpThread), .numbers = numbers};
    Comparison comparison = compare_png(descriptor, way, MAX_FUZZED_PIXELS);
    expect_same(&comparison);
    return 0;
}
