#include "JPEGHuffman.h"

#include <endian.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
    int16_t value;   /* the coefficient, if `is_known` */
    uint8_t symbol;  /* how many zeros come before it (4 bits), and the number of its bits (4 bits) */
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

/* One or two coefficients that the next bits of the input contain completely, packed into 64 bits:
 *
 *     0-7    their length in bits
 *     8-15   the distance of the first coefficient from the current one; NO_PAIR if not even one is complete
 *     16-23  the distance of the second; if there is none it is the first once more
 *     24-31  the distance of the coefficient after them; END_OF_BLOCK or more if the block ends there
 *     32-47  the first coefficient
 *     48-63  the second */
typedef uint64_t Pair;

enum { NO_PAIR = 255, END_OF_BLOCK = DCTSIZE2 };

struct JPEGHuffman {
    CodeTable dc[NUM_HUFF_TBLS], ac[NUM_HUFF_TBLS];
    Pair pairs[NUM_HUFF_TBLS][1 << TABLE_BITS];
    int32_t last_dc[MAX_COMPS_IN_SCAN];
    uint64_t mcus_left;
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
};

/* The index of each coefficient in a block, in the order of the file; the last is repeated for runs past the end. */
static const uint8_t natural_order[64 + 32] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13,
    6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31,
    39, 46, 53, 60, 61, 54, 47, 55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
    63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
};

/* The value of `count` bits, 1 to 15, as the standard codes it: those that begin with 0 are negative. */
static inline int extended(uint32_t bits, int count) {
    return bits >> (count - 1) ? (int)bits : (int)bits - (1 << count) + 1;
}

static void add_entries(CodeTable *table, uint32_t code, int length, uint8_t symbol) {
    int spare = TABLE_BITS - length;
    int bits = symbol & 15;
    for (uint32_t rest = 0; rest < 1u << spare; rest++) {
        Entry entry = {.symbol = symbol, .length = (uint8_t)length & 127};
        if (bits > 0 && bits <= spare) {
            entry.value = (int16_t)extended(rest >> (spare - bits), bits);
            entry.length = (uint8_t)(length + bits) & 127;
            entry.is_known = true;
        }
        table->entries[code << spare | rest] = entry;
    }
}

/* False if the lengths of the codes are impossible. */
static bool build_table(CodeTable *table, const JHUFF_TBL *codes) {
    uint32_t code = 0;
    int index = 0;
    memset(table, 0, sizeof *table);
    for (int length = 1; length <= 16; length++) {
        table->offsets[length] = index - (int)code;
        for (int i = 0; i < codes->bits[length]; i++, index++, code++) {
            if (index > 255 || code >= 1u << length) return false;
            table->symbols[index] = codes->huffval[index];
            if (length <= TABLE_BITS) add_entries(table, code, length, codes->huffval[index]);
        }
        table->limits[length] = codes->bits[length] ? code << (16 - length) : 0;
        code <<= 1;
    }
    return true;
}

static Pair pack(int length, int first, int second, int next, int16_t value, int16_t second_value) {
    return (Pair)length | (Pair)first << 8 | (Pair)second << 16 | (Pair)next << 24 | (Pair)(uint16_t)value << 32
        | (Pair)(uint16_t)second_value << 48;
}

/* What can be taken at once if these are the next TABLE_BITS bits. */
static Pair pair_at(const CodeTable *table, uint32_t bits) {
    Entry one = table->entries[bits];
    if (!one.is_known) return pack(0, NO_PAIR, 0, 0, 0, 0);
    int first = one.symbol >> 4;
    Entry two = table->entries[bits << one.length & ((1 << TABLE_BITS) - 1)];
    int length = one.length + two.length;
    bool fits = two.length > 0 && length <= TABLE_BITS;
    if (fits && two.is_known) {
        int second = first + 1 + (two.symbol >> 4);
        return pack(length, first, second, second + 1, one.value, two.value);
    }
    bool ends = fits && (two.symbol & 15) == 0 && two.symbol != 0xF0;
    if (ends) return pack(length, first, first, END_OF_BLOCK, one.value, one.value);
    return pack(one.length, first, first, first + 1, one.value, one.value);
}

/* Takes the byte after a 0xFF. Any number of those may fill before a marker. A zero after fill bytes is left to
 * libjpeg: the marker becomes 0xFF, which no caller accepts. */
static void take_escaped(JPEGHuffman *huffman, uint8_t byte) {
    huffman->is_escaped = byte == 0xFF;
    if (byte == 0xFF)
        huffman->has_fill_bytes = true;
    else if (byte != 0)
        huffman->marker = byte;
    else if (huffman->has_fill_bytes)
        huffman->marker = 0xFF;
    else
        huffman->window[huffman->end++] = 0xFF;
}

/* Takes bytes from the source until the window is full or a marker comes. */
static void fill_window(JPEGHuffman *huffman, j_decompress_ptr codec) {
    size_t done = (size_t)(huffman->bit / 8);
    memmove(huffman->window, huffman->window + done, huffman->end - done);
    huffman->end -= done;
    huffman->bit %= 8;
    struct jpeg_source_mgr *source = codec->src;
    while (!huffman->marker && huffman->end < WINDOW_BYTES) {
        if (source->bytes_in_buffer == 0) source->fill_input_buffer(codec);
        const uint8_t *next = source->next_input_byte;
        size_t count = source->bytes_in_buffer;
        size_t taken;
        if (huffman->is_escaped) {
            taken = 1;
            take_escaped(huffman, *next);
        } else {
            size_t room = WINDOW_BYTES - huffman->end;
            if (count > room) count = room;
            const uint8_t *escape = memchr(next, 0xFF, count);
            size_t plain = escape ? (size_t)(escape - next) : count;
            memcpy(huffman->window + huffman->end, next, plain);
            huffman->end += plain;
            huffman->is_escaped = escape != NULL;
            taken = plain + huffman->is_escaped;
        }
        source->next_input_byte += taken;
        source->bytes_in_buffer -= taken;
    }
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

/* Takes one AC coefficient with the zeros before it, or what else a code may mean. Returns the index after it. */
static inline int take_one(const CodeTable *table, BitReader *reader, JCOEF *block, int k, bool *is_good) {
    Entry entry = table->entries[top_bits(reader, TABLE_BITS)];
    int symbol = entry.symbol, value = entry.value;
    if (entry.is_known) {
        drop(reader, entry.length);
    } else {
        symbol = take_symbol(table, entry, reader);
        *is_good &= symbol >= 0;
        if (symbol < 0 || (symbol & 15) == 0) return symbol == 0xF0 ? k + 16 : END_OF_BLOCK;
        value = take_value(reader, symbol & 15);
    }
    k += symbol >> 4;
    if (block) block[natural_order[k]] = (JCOEF)value;
    return k + 1;
}

/* Takes a block's other coefficients, and stores them unless `block` is NULL. */
static inline __attribute__((always_inline)) void take_ac(const CodeTable *table, const Pair *pairs, BitReader *reader,
                                                          JCOEF *block, bool *is_good) {
    int k = 1;
    while (k < DCTSIZE2) {
        refill(reader);
        /* Two pairs leave enough bits for anything. */
        for (int i = 0; i < 3; i++) {
            Pair pair = pairs[top_bits(reader, TABLE_BITS)];
            int first = k + (int)(pair >> 8 & 255);
            /* The second is part of the block only if the first isn't the block's last. */
            if (first >= DCTSIZE2 - 1) {
                k = take_one(table, reader, block, k, is_good);
                break;
            }
            drop(reader, pair & 63);
            if (block) {
                block[natural_order[first]] = (JCOEF)(pair >> 32);
                block[natural_order[k + (int)(pair >> 16 & 255)]] = (JCOEF)(pair >> 48);
            }
            k += (int)(pair >> 24 & 255);
            if (k >= DCTSIZE2) return;
        }
    }
}

/* Ends a restart interval or the scan: nothing but padding may be left before the marker. A whole byte is left
 * to libjpeg, which may have taken it ahead, without a warning, or find it before the marker, with one. */
static bool reaches_marker(JPEGHuffman *huffman, j_decompress_ptr codec) {
    fill_window(huffman, codec);
    return huffman->marker && huffman->marker != 0xFF && huffman->end * 8 - huffman->bit < 8;
}

static bool pass_restart(JPEGHuffman *huffman, j_decompress_ptr codec) {
    if (!reaches_marker(huffman, codec) || huffman->marker != JPEG_RST0 + huffman->next_restart) return false;
    huffman->next_restart = (huffman->next_restart + 1) % 8;
    huffman->mcus_to_restart = codec->restart_interval;
    huffman->marker = 0;
    huffman->has_fill_bytes = false;
    huffman->bit = huffman->end = 0;
    memset(huffman->last_dc, 0, sizeof huffman->last_dc);
    return true;
}

/* Of a block, in pixels. */
static int scaled_size(const jpeg_component_info *component) {
#if JPEG_LIB_VERSION >= 70
    return component->DCT_h_scaled_size;
#else
    return component->DCT_scaled_size;
#endif
}

static bool take_blocks(JPEGHuffman *huffman, j_decompress_ptr codec, JBLOCKROW *blocks) {
    const uint8_t *start = huffman->window + huffman->bit / 8;
    BitReader reader = {.next = start};
    refill(&reader);
    drop(&reader, huffman->bit % 8);
    bool is_good = true;
    for (int i = 0; i < codec->blocks_in_MCU; i++) {
        int member = codec->MCU_membership[i];
        const jpeg_component_info *component = codec->cur_comp_info[member];
        huffman->last_dc[member] += take_dc(&huffman->dc[component->dc_tbl_no], &reader, &is_good);
        JCOEF *block = blocks ? *blocks[i] : NULL;
        if (block) block[0] = (JCOEF)huffman->last_dc[member];
        const CodeTable *table = &huffman->ac[component->ac_tbl_no];
        const Pair *pairs = huffman->pairs[component->ac_tbl_no];
        /* At an eighth of the size only the DC coefficient is used. */
        if (block && scaled_size(component) > 1)
            take_ac(table, pairs, &reader, block, &is_good);
        else
            take_ac(table, pairs, &reader, NULL, &is_good);
        is_good &= abs(huffman->last_dc[member]) <= MAX_DC;
        if (!is_good) return false;
    }
    huffman->bit = (uint64_t)(reader.next - huffman->window) * 8 - reader.bits;
    return huffman->bit <= huffman->end * 8;
}

bool jpeg_huffman_decode_mcu(JPEGHuffman *huffman, j_decompress_ptr codec, JBLOCKROW *blocks) {
    if (huffman->mcus_left == 0) return false;
    if (codec->restart_interval && huffman->mcus_to_restart == 0 && !pass_restart(huffman, codec)) return false;
    if (!huffman->marker && huffman->end - huffman->bit / 8 < MAX_MCU_BYTES) fill_window(huffman, codec);
    if (!take_blocks(huffman, codec, blocks)) return false;
    huffman->mcus_to_restart--;
    if (--huffman->mcus_left > 0) return true;
    if (!reaches_marker(huffman, codec)) return false;
    codec->unread_marker = huffman->marker;
    return true;
}

/* Whether the picture has a single scan with Huffman codes of the baseline kind, of all coefficients: a lossless one,
 * which some libraries read, states something else there. */
static bool is_baseline(j_decompress_ptr codec) {
    return !codec->progressive_mode && !codec->arith_code && codec->data_precision == 8 && codec->Ss == 0 &&
           codec->Se == DCTSIZE2 - 1 && !jpeg_has_multiple_scans(codec);
}

static bool build_tables(JPEGHuffman *huffman, j_decompress_ptr codec) {
    bool has_dc[NUM_HUFF_TBLS] = {false}, has_ac[NUM_HUFF_TBLS] = {false};   /* components share tables */
    for (int i = 0; i < codec->comps_in_scan; i++) {
        int dc = codec->cur_comp_info[i]->dc_tbl_no, ac = codec->cur_comp_info[i]->ac_tbl_no;
        if (dc < 0 || dc >= NUM_HUFF_TBLS || ac < 0 || ac >= NUM_HUFF_TBLS) return false;
        const JHUFF_TBL *dc_codes = codec->dc_huff_tbl_ptrs[dc], *ac_codes = codec->ac_huff_tbl_ptrs[ac];
        if (!dc_codes || !ac_codes) return false;
        if (!has_dc[dc] && !build_table(&huffman->dc[dc], dc_codes)) return false;
        has_dc[dc] = true;
        if (has_ac[ac]) continue;
        if (!build_table(&huffman->ac[ac], ac_codes)) return false;
        has_ac[ac] = true;
        for (uint32_t bits = 0; bits < 1 << TABLE_BITS; bits++)
            huffman->pairs[ac][bits] = pair_at(&huffman->ac[ac], bits);
    }
    return true;
}

JPEGHuffman *jpeg_huffman_create(j_decompress_ptr codec) {
    if (!is_baseline(codec)) return NULL;
    JPEGHuffman *huffman = calloc(1, sizeof *huffman);
    if (!huffman) return NULL;
    if (!build_tables(huffman, codec)) {
        free(huffman);
        return NULL;
    }
    huffman->mcus_left = (uint64_t)codec->MCUs_per_row * codec->MCU_rows_in_scan;
    huffman->mcus_to_restart = codec->restart_interval;
    return huffman;
}

void jpeg_huffman_free(JPEGHuffman *huffman) { free(huffman); }
