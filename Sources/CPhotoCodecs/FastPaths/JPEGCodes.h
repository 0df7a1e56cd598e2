/* What our decoders of Huffman codes share: the codes' tables, and the bits of a scan. */
#pragma once

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

enum {
    /* How many bits of the input index the tables: two codes of a photograph with their values usually have fewer. */
    TABLE_BITS = 11,
    /* More than an MCU can have: 10 blocks of 64 coefficients, each with a code of 16 bits and a value of 15 bits. */
    MAX_MCU_BYTES = 10 * 64 * 31 / 8 + 8,
    WINDOW_BYTES = 64 * 1024,
    /* Larger DC coefficients would overflow later; no picture has them. */
    MAX_DC = 1 << 24,
};

/* What the next bits of the input mean. `length` 0: the code is longer than TABLE_BITS. */
typedef struct Entry {
    int16_t value;        /* the coefficient, if `is_known` */
    uint8_t symbol;       /* how many zeros come before it (4 bits), and the number of its bits (4 bits) */
    uint8_t length : 7;   /* bits of the code and, if `is_known`, of the value */
    uint8_t is_known : 1; /* whether the value is within the bits, too */
} Entry;

typedef struct CodeTable {
    Entry entries[1 << TABLE_BITS];
    /* For each length of a code: the first 16 bits of all its codes are below this limit; 0 if there are none. */
    uint32_t limits[17];
    /* What to add to a code of that length for the index of its symbol. */
    int32_t offsets[17];
    uint8_t symbols[256];
} CodeTable;

/* The bits of a scan, and where they end. */
typedef struct ScanInput {
    uint32_t mcus_to_restart;
    int next_restart;
    /* The marker after the bytes in the window; 0 as long as none was met. */
    int marker;
    /* Whether the last byte that was taken from the source is a 0xFF whose second byte is still to come, and whether
     * there was another one before it, which only fills. */
    bool is_escaped, has_fill_bytes;
    /* The input without its stuffed zeros: `end` bytes, of which the first `bit` bits have been decoded. */
    uint64_t bit;
    size_t end;
    uint8_t window[WINDOW_BYTES + 2 * MAX_MCU_BYTES];
} ScanInput;

/* False if the lengths of the codes are impossible. */
bool code_table_build(CodeTable *table, const JHUFF_TBL *codes);

/* Begins the scan that `codec` has begun. */
void scan_input_begin(ScanInput *input, j_decompress_ptr codec);
/* Takes bytes from the source until the window is full or a marker comes. */
void scan_input_fill(ScanInput *input, j_decompress_ptr codec);
/* Ends a restart interval or the scan: nothing but padding may be left before the marker. A whole byte is left
 * to libjpeg, which may have taken it ahead, without a warning, or find it before the marker, with one. */
bool scan_input_reaches_marker(ScanInput *input, j_decompress_ptr codec);
/* Passes the restart marker that must follow. */
bool scan_input_pass_restart(ScanInput *input, j_decompress_ptr codec);

/* The index of each coefficient in a block, in the order of the file; the last is repeated for runs past the end. */
static const uint8_t natural_order[64 + 32] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34,
    27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63,
    63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
};

/* The value of `count` bits, 1 to 15, as the standard codes it: those that begin with 0 are negative. */
static inline int extended(uint32_t bits, int count) {
    return bits >> (count - 1) ? (int)bits : (int)bits - (1 << count) + 1;
}

/* The input of one MCU, in registers: `bits` bits are at the top of `buffer`, and those after them may be, too. */
typedef struct BitReader {
    const uint8_t *next;
    uint64_t buffer;
    unsigned bits;
} BitReader;

/* Leaves at least 56 bits. Reads eight bytes, and counts those that fit. */
static inline void refill(BitReader *reader) {
    uint64_t more;
    memcpy(&more, reader->next, sizeof more);
    reader->buffer |= be64toh(more) >> reader->bits;
    reader->next += (63 - reader->bits) >> 3;
    reader->bits |= 56;
}

static inline uint32_t top_bits(const BitReader *reader, int count) {
    return (uint32_t)(reader->buffer >> (64 - count));
}

static inline void drop(BitReader *reader, unsigned count) {
    reader->buffer <<= count;
    reader->bits -= count;
}

/* Takes a code that is longer than TABLE_BITS. Returns -1 if there is no such code. */
static int take_long_code(const CodeTable *table, BitReader *reader) {
    uint32_t bits = top_bits(reader, 16);
    for (int length = TABLE_BITS + 1; length <= 16; length++)
        if (bits < table->limits[length]) {
            drop(reader, (unsigned)length);
            return table->symbols[(int32_t)(bits >> (16 - length)) + table->offsets[length]];
        }
    return -1;
}

static inline int take_symbol(const CodeTable *table, Entry entry, BitReader *reader) {
    if (entry.length == 0) return take_long_code(table, reader);
    drop(reader, entry.length);
    return entry.symbol;
}

/* The next value of `count` bits, 1 to 15. */
static inline int take_value(BitReader *reader, int count) {
    int value = extended(top_bits(reader, count), count);
    drop(reader, (unsigned)count);
    return value;
}

/* The difference of a DC coefficient from the one before; `*is_good` becomes false if there is no such code. */
static inline int take_dc(const CodeTable *table, BitReader *reader, bool *is_good) {
    refill(reader);
    Entry entry = table->entries[top_bits(reader, TABLE_BITS)];
    if (entry.is_known) {
        drop(reader, entry.length);
        return entry.value;
    }
    int count = take_symbol(table, entry, reader);
    *is_good &= count >= 0 && count < 16;
    return count > 0 && count < 16 ? take_value(reader, count) : 0;
}

/* At the first bit that has not been decoded. */
static inline BitReader scan_input_reader(const ScanInput *input) {
    BitReader reader = {.next = input->window + input->bit / 8};
    refill(&reader);
    drop(&reader, input->bit % 8);
    return reader;
}

/* Counts what a reader has taken as decoded. False if that is more than there was. */
static inline bool scan_input_accept(ScanInput *input, const BitReader *reader) {
    input->bit = (uint64_t)(reader->next - input->window) * 8 - reader->bits;
    return input->bit <= input->end * 8;
}

/* Of a block, in pixels. */
static inline int scaled_size(const jpeg_component_info *component) {
#if JPEG_LIB_VERSION >= 70
    return component->DCT_h_scaled_size;
#else
    return component->DCT_scaled_size;
#endif
}
