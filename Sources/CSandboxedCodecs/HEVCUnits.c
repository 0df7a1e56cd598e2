#include "HEVCUnits.h"

/* Units. */

static bool take(struct byte_range *from, size_t count, struct byte_range *taken) {
    if (from->count < count) return false;
    *taken = (struct byte_range){from->start, count};
    from->start += count;
    from->count -= count;
    return true;
}

/* A big-endian number. */
static bool take_number(struct byte_range *from, size_t width, size_t *number) {
    struct byte_range bytes;
    if (!take(from, width, &bytes)) return false;
    *number = 0;
    for (size_t i = 0; i < width; i++) *number = *number << 8 | bytes.start[i];
    return true;
}

/* A unit behind its length. */
static bool take_unit(struct byte_range *from, size_t width, struct byte_range *unit) {
    size_t count;
    return take_number(from, width, &count) && take(from, count, unit);
}

/* What stands before the number of arrays, and its last byte, which has the width of lengths in the data. */
enum { fixed_setup_bytes = 22, width_place = 21 };

static bool for_each_in_setup(struct byte_range rest, hevc_unit_handler handle, void *context) {
    struct byte_range fixed, unit;
    size_t arrays, type, units;
    if (!take(&rest, fixed_setup_bytes, &fixed) || !take_number(&rest, 1, &arrays)) return false;
    for (; arrays > 0; arrays--) {
        if (!take_number(&rest, 1, &type) || !take_number(&rest, 2, &units)) return false;
        for (; units > 0; units--) {
            if (!take_unit(&rest, 2, &unit) || !handle(context, unit)) return false;
        }
    }
    return true;
}

bool for_each_hevc_unit(const struct coded_picture *coded, hevc_unit_handler handle, void *context) {
    if (!for_each_in_setup(coded->setup, handle, context)) return false;
    const size_t width = 1 + (coded->setup.start[width_place] & 3);
    struct byte_range rest = coded->data, unit;
    while (rest.count > 0) {
        if (!take_unit(&rest, width, &unit) || !handle(context, unit)) return false;
    }
    return true;
}

/* Sizes. */

/* Reads bits, the highest first, without the bytes that keep start codes away. Zeros behind the end. */
struct bit_reader {
    struct byte_range rest;
    uint32_t zeros;
    uint32_t byte;
    uint32_t bits_left;
};

static uint32_t next_byte(struct bit_reader *reader) {
    struct byte_range *rest = &reader->rest;
    if (rest->count > 0 && reader->zeros >= 2 && rest->start[0] == 3) {
        rest->start++;
        rest->count--;
        reader->zeros = 0;
    }
    if (rest->count == 0) return 0;
    const uint8_t byte = *rest->start++;
    rest->count--;
    reader->zeros = byte == 0 ? reader->zeros + 1 : 0;
    return byte;
}

static uint32_t bits(struct bit_reader *reader, uint32_t count) {
    uint32_t number = 0;
    for (; count > 0; count--) {
        if (reader->bits_left == 0) {
            reader->byte = next_byte(reader);
            reader->bits_left = 8;
        }
        reader->bits_left--;
        number = number << 1 | (reader->byte >> reader->bits_left & 1);
    }
    return number;
}

static void skip(struct bit_reader *reader, uint32_t count) {
    for (; count > 0; count--) bits(reader, 1);
}

/* A number in Exp-Golomb code ("ue(v)"). */
static uint32_t exponential(struct bit_reader *reader) {
    uint32_t zeros = 0;
    while (zeros < 31 && bits(reader, 1) == 0) zeros++;
    return (1U << zeros) - 1 + bits(reader, zeros);
}

enum { type_of_sequence_parameters = 33, profile_bits = 88, level_bits = 8 };

bool announces_more_pixels(struct byte_range unit, uint32_t max_pixels) {
    if (unit.count < 2 || (unit.start[0] >> 1 & 63) != type_of_sequence_parameters) return false;
    struct bit_reader reader = {.rest = {unit.start + 2, unit.count - 2}};
    skip(&reader, 4);
    const uint32_t sub_layers = bits(&reader, 3);
    skip(&reader, 1 + profile_bits + level_bits);
    uint32_t profiles = 0, levels = 0;
    for (uint32_t i = 0; i < sub_layers; i++) {
        profiles += bits(&reader, 1);
        levels += bits(&reader, 1);
    }
    if (sub_layers > 0) skip(&reader, 2 * (8 - sub_layers));
    skip(&reader, profiles * profile_bits + levels * level_bits);
    exponential(&reader);
    if (exponential(&reader) == 3) skip(&reader, 1);
    const uint64_t width = exponential(&reader), height = exponential(&reader);
    return width * height > max_pixels;
}
