#include "PNGInput.h"

#include <string.h>

size_t png_input_take(PNGInput *input, uint8_t *output, size_t count) {
    size_t available = input->filled - input->taken;
    if (count > available) count = available;
    memcpy(output, input->source.buffer + input->taken, count);
    input->taken += count;
    return count;
}

bool png_input_fill(PNGInput *input) {
    input->taken = 0;
    input->filled = byte_source_fill(&input->source);
    return input->filled > 0;
}

void png_input_rewind(PNGInput *input) {
    input->taken = input->filled = 0;
    input->source.offset = 0;
    input->source.errnum = 0;
}
