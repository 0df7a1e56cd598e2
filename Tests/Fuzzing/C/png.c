/* PNGs read by libpng alone and by ours, with all ways of inflating ahead: the same rows, verdict and message. */
#include "FuzzInput.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    int descriptor = input_file(bytes, count);
    for (int help = 0; help < PNGHelpThread; help++) {
        PNGWay way = {.help = (PNGHelp)help, .numbers = numbers_of(count, help)};
        Comparison comparison = compare_png(descriptor, way, MAX_FUZZED_PIXELS);
        expect_same(&comparison);
    }
    return 0;
}
