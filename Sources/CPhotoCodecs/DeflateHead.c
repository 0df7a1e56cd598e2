#include "DeflateHead.h"

#include <stdbool.h>
#include <string.h>

enum {
    STORED,
    FIXED,
    DYNAMIC,

    MAX_LITERALS = 286,
    MAX_DISTANCES = 30,
    END_OF_BLOCK = 256,
    LENGTH_CODES = 19,
    MAX_LENGTH_BITS = 7, /* of the codes that the lengths of the others are written with */
    MAX_BITS = 15,
    REPEAT = 16, /* such a code repeats the last length; the two above it repeat 0 */
    FEW_ZEROS = 17
};

typedef struct Bits {
    uint64_t bits;
    unsigned count;
    const uint8_t *bytes;
    size_t bytes_left;
    bool is_cut_off;
} Bits;

/* Tries to have `count` bits, at most 16, ready. */
static void load(Bits *bits, unsigned count) {
    while (bits->count < count && bits->bytes_left > 0) {
        bits->bits |= (uint64_t)*bits->bytes++ << bits->count;
        bits->bytes_left--;
        bits->count += 8;
    }
}

static void drop(Bits *bits, unsigned count) {
    bits->is_cut_off |= count > bits->count;
    if (bits->is_cut_off) return;
    bits->bits >>= count;
    bits->count -= count;
}

static unsigned take(Bits *bits, unsigned count) {
    load(bits, count);
    unsigned value = (unsigned)(bits->bits & ((1u << count) - 1));
    drop(bits, count);
    return value;
}

/* Whether every sequence of bits begins with exactly one code. */
static bool is_complete(const uint8_t *lengths, size_t count) {
    int counts[MAX_BITS + 1] = {0}, left = 1;
    for (size_t i = 0; i < count; i++) counts[lengths[i]]++;
    for (int bits = 1; bits <= MAX_BITS; bits++) left = 2 * left - counts[bits];
    return left == 0;
}

/* Whether there is no code, or only one, of one bit. */
static bool is_at_most_one(const uint8_t *lengths, size_t count) {
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += lengths[i];
    return sum <= 1;
}

/* Maps each sequence of MAX_LENGTH_BITS bits to the code of a complete set that it begins with. */
typedef struct LengthTable {
    uint8_t symbols[1 << MAX_LENGTH_BITS], bits[1 << MAX_LENGTH_BITS];
} LengthTable;

static unsigned reversed(unsigned code, int bits) {
    unsigned result = 0;
    for (int i = 0; i < bits; i++) result |= (code >> i & 1) << (bits - 1 - i);
    return result;
}

static void fill(LengthTable *table, const uint8_t *lengths) {
    unsigned code = 0;
    for (int bits = 1; bits <= MAX_LENGTH_BITS; bits++, code <<= 1)
        for (int symbol = 0; symbol < LENGTH_CODES; symbol++) {
            if (lengths[symbol] != bits) continue;
            for (unsigned i = reversed(code, bits); i < 1 << MAX_LENGTH_BITS; i += 1u << bits) {
                table->symbols[i] = (uint8_t)symbol;
                table->bits[i] = (uint8_t)bits;
            }
            code++;
        }
}

static unsigned next_symbol(Bits *bits, const LengthTable *table) {
    load(bits, MAX_LENGTH_BITS);
    unsigned index = (unsigned)(bits->bits & ((1u << MAX_LENGTH_BITS) - 1));
    drop(bits, table->bits[index]);
    return table->symbols[index];
}

/* Reads the lengths of `count` codes. Returns false if there are more, or if they begin with a repetition. */
static bool read_lengths(Bits *bits, const LengthTable *table, uint8_t *lengths, size_t count) {
    for (size_t i = 0; i < count && !bits->is_cut_off;) {
        unsigned symbol = next_symbol(bits, table);
        if (symbol < REPEAT) {
            lengths[i++] = (uint8_t)symbol;
            continue;
        }
        if (symbol == REPEAT && i == 0) return false;
        unsigned times = symbol == REPEAT      ? 3 + take(bits, 2)
                         : symbol == FEW_ZEROS ? 3 + take(bits, 3)
                                               : 11 + take(bits, 7);
        if (!bits->is_cut_off && times > count - i) return false;
        if (!bits->is_cut_off) memset(lengths + i, symbol == REPEAT ? lengths[i - 1] : 0, times);
        i += times;
    }
    return true;
}

/* Whether the length of a stored block is followed by its complement, after the padding to the next byte. */
static bool has_valid_length(Bits *bits) {
    drop(bits, bits->count % 8);
    unsigned length = take(bits, 16), complement = take(bits, 16);
    return length == (~complement & 0xFFFF);
}

typedef struct Codes {
    uint8_t lengths[MAX_LITERALS + MAX_DISTANCES]; /* in bits; those of distances follow those of literals */
    size_t literals, distances;
} Codes;

/* Returns false if no block can have such codes. If the head is cut off, the codes are meaningless. */
static bool read_codes(Bits *bits, Codes *codes) {
    static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    *codes = (Codes){.literals = 257 + take(bits, 5), .distances = 1 + take(bits, 5)};
    size_t length_codes = 4 + take(bits, 4);
    if (bits->is_cut_off) return true;
    if (codes->literals > MAX_LITERALS || codes->distances > MAX_DISTANCES) return false;
    uint8_t lengths[LENGTH_CODES] = {0};
    for (size_t i = 0; i < length_codes; i++) lengths[order[i]] = (uint8_t)take(bits, 3);
    if (bits->is_cut_off) return true;
    if (!is_complete(lengths, LENGTH_CODES)) return false;
    LengthTable table;
    fill(&table, lengths);
    return read_lengths(bits, &table, codes->lengths, codes->literals + codes->distances);
}

static bool has_valid_codes(Bits *bits) {
    Codes codes;
    if (!read_codes(bits, &codes)) return false;
    if (bits->is_cut_off) return true;
    const uint8_t *lengths = codes.lengths, *distance_lengths = lengths + codes.literals;
    return lengths[END_OF_BLOCK] > 0 &&
           (is_complete(lengths, codes.literals) || is_at_most_one(lengths, codes.literals)) &&
           (is_complete(distance_lengths, codes.distances) || is_at_most_one(distance_lengths, codes.distances));
}

DeflateHeadStatus deflate_head_check(uint64_t bits, unsigned bit_count, const uint8_t *bytes, size_t count) {
    Bits source = {.bits = bits, .count = bit_count, .bytes = bytes, .bytes_left = count};
    take(&source, 1);
    unsigned type = take(&source, 2);
    bool is_valid = type == FIXED || (type == STORED && has_valid_length(&source)) ||
                    (type == DYNAMIC && has_valid_codes(&source));
    if (source.is_cut_off) return DeflateHeadCutOff;
    return is_valid ? DeflateHeadValid : DeflateHeadInvalid;
}

int deflate_head_end_zeros(const uint8_t *bytes, size_t count) {
    Bits source = {.bytes = bytes, .bytes_left = count};
    take(&source, 1);
    Codes codes;
    if (take(&source, 2) != DYNAMIC || !read_codes(&source, &codes) || source.is_cut_off) return -1;
    /* Codes are numbered in ascending order: first those with fewer bits, and among these by symbol. */
    int end_bits = codes.lengths[END_OF_BLOCK];
    unsigned code = 0;
    for (size_t i = 0; i < codes.literals; i++) {
        int bits = codes.lengths[i];
        if (bits > 0 && (bits < end_bits || (bits == end_bits && i < END_OF_BLOCK))) code += 1u << (end_bits - bits);
    }
    return code ? __builtin_ctz(code) : -1;
}
