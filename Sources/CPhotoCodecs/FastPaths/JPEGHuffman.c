#include "JPEGHuffman.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "JPEGCodes.h"

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

/* All coefficients that the next SKIP_BITS bits of the input contain completely, for passing over them:
 *
 *     0-7    the length of their codes in bits; 0 if not even one is complete
 *     8-15   how far they advance, plus END_OF_BLOCK if the block ends after them */
typedef uint16_t Skip;

/* Larger tables would not stay in the nearest cache. */
enum { SKIP_BITS = 13 };

struct JPEGHuffman {
    CodeTable dc[NUM_HUFF_TBLS], ac[NUM_HUFF_TBLS];
    Pair pairs[NUM_HUFF_TBLS][1 << TABLE_BITS];
    Skip skips[NUM_HUFF_TBLS][1 << SKIP_BITS];
    bool has_skips[NUM_HUFF_TBLS];
    int32_t last_dc[MAX_COMPS_IN_SCAN];
    uint64_t mcus_left;
    ScanInput input;
};

static Pair pack(int length, int first, int second, int next, int16_t value, int16_t second_value) {
    return (Pair)length | (Pair)first << 8 | (Pair)second << 16 | (Pair)next << 24 | (Pair)(uint16_t)value << 32 |
           (Pair)(uint16_t)second_value << 48;
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

/* What can be passed over at once if these are the next SKIP_BITS bits. */
static Skip skip_at(const CodeTable *table, uint32_t bits) {
    int length = 0, advance = 0;
    while (advance < END_OF_BLOCK) {
        const uint32_t rest = bits << length & ((1 << SKIP_BITS) - 1);
        const Entry entry = table->entries[rest >> (SKIP_BITS - TABLE_BITS)];
        const int symbol = entry.symbol, taken = entry.length + (entry.is_known ? 0 : symbol & 15);
        if (entry.length == 0 || length + taken > SKIP_BITS) break;
        const bool ends = (symbol & 15) == 0 && symbol != 0xF0;
        const int zeros_and_value = (symbol >> 4) + 1;
        /* The end counts only after coefficients that are all within the block. */
        if (!ends && advance + zeros_and_value >= END_OF_BLOCK) break;
        advance += ends ? END_OF_BLOCK : zeros_and_value;
        length += taken;
    }
    return (Skip)(length | advance << 8);
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

/* Takes a block's other coefficients. */
static inline void take_ac(const CodeTable *table, const Pair *pairs, BitReader *reader, JCOEF *block, bool *is_good) {
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
            block[natural_order[first]] = (JCOEF)(pair >> 32);
            block[natural_order[k + (int)(pair >> 16 & 255)]] = (JCOEF)(pair >> 48);
            k += (int)(pair >> 24 & 255);
            if (k >= DCTSIZE2) return;
        }
    }
}

static __attribute__((noinline)) void build_skips(JPEGHuffman *huffman, int number) {
    for (uint32_t bits = 0; bits < 1 << SKIP_BITS; bits++)
        huffman->skips[number][bits] = skip_at(&huffman->ac[number], bits);
    huffman->has_skips[number] = true;
}

/* Those of a table, which are built when they are first needed: most decoders pass over nothing. */
static inline const Skip *skips_of(JPEGHuffman *huffman, int number) {
    if (!huffman->has_skips[number]) build_skips(huffman, number);
    return huffman->skips[number];
}

/* Passes over a block's other coefficients: the same bits, and as good or bad. */
static inline void skip_ac(const CodeTable *table, const Skip *skips, BitReader *reader, bool *is_good) {
    int k = 1;
    while (k < DCTSIZE2) {
        refill(reader);
        /* Four of them are within the bits that are there. */
        for (int i = 0; i < 4; i++) {
            const Skip skip = skips[top_bits(reader, SKIP_BITS)];
            const int length = skip & 255, next = k + (skip >> 8);
            if (length > 0 && next < DCTSIZE2) {
                drop(reader, (unsigned)length);
                k = next;
                continue;
            }
            if (length > 0 && skip >> 8 >= END_OF_BLOCK && next < END_OF_BLOCK + DCTSIZE2) {
                drop(reader, (unsigned)length);
                return;
            }
            refill(reader);
            k = take_one(table, reader, NULL, k, is_good);
            break;
        }
    }
}

static bool take_blocks(JPEGHuffman *huffman, j_decompress_ptr codec, JBLOCKROW *blocks) {
    BitReader reader = scan_input_reader(&huffman->input);
    bool is_good = true;
    for (int i = 0; i < codec->blocks_in_MCU; i++) {
        int member = codec->MCU_membership[i];
        const jpeg_component_info *component = codec->cur_comp_info[member];
        huffman->last_dc[member] += take_dc(&huffman->dc[component->dc_tbl_no], &reader, &is_good);
        JCOEF *block = blocks ? *blocks[i] : NULL;
        if (block) block[0] = (JCOEF)huffman->last_dc[member];
        const int number = component->ac_tbl_no;
        const CodeTable *table = &huffman->ac[number];
        /* At an eighth of the size only the DC coefficient is used. */
        if (block && scaled_size(component) > 1) take_ac(table, huffman->pairs[number], &reader, block, &is_good);
        else skip_ac(table, skips_of(huffman, number), &reader, &is_good);
        is_good &= abs(huffman->last_dc[member]) <= MAX_DC;
        if (!is_good) return false;
    }
    return scan_input_accept(&huffman->input, &reader);
}

static bool pass_restart(JPEGHuffman *huffman, j_decompress_ptr codec) {
    memset(huffman->last_dc, 0, sizeof huffman->last_dc);
    return scan_input_pass_restart(&huffman->input, codec);
}

bool jpeg_huffman_decode_mcu(JPEGHuffman *huffman, j_decompress_ptr codec, JBLOCKROW *blocks) {
    ScanInput *input = &huffman->input;
    if (huffman->mcus_left == 0) return false;
    if (codec->restart_interval && input->mcus_to_restart == 0 && !pass_restart(huffman, codec)) return false;
    if (!input->marker && input->end - input->bit / 8 < MAX_MCU_BYTES) scan_input_fill(input, codec);
    if (!take_blocks(huffman, codec, blocks)) return false;
    input->mcus_to_restart--;
    if (--huffman->mcus_left > 0) return true;
    if (!scan_input_reaches_marker(input, codec)) return false;
    codec->unread_marker = input->marker;
    return true;
}

/* Whether the picture has a single scan with Huffman codes of the baseline kind, of all coefficients: a lossless one,
 * which some libraries read, states something else there. */
static bool is_baseline(j_decompress_ptr codec) {
    return !codec->progressive_mode && !codec->arith_code && codec->data_precision == 8 && codec->Ss == 0 &&
           codec->Se == DCTSIZE2 - 1 && !jpeg_has_multiple_scans(codec);
}

static bool build_tables(JPEGHuffman *huffman, j_decompress_ptr codec) {
    bool has_dc[NUM_HUFF_TBLS] = {false}, has_ac[NUM_HUFF_TBLS] = {false}; /* components share tables */
    for (int i = 0; i < codec->comps_in_scan; i++) {
        int dc = codec->cur_comp_info[i]->dc_tbl_no, ac = codec->cur_comp_info[i]->ac_tbl_no;
        if (dc < 0 || dc >= NUM_HUFF_TBLS || ac < 0 || ac >= NUM_HUFF_TBLS) return false;
        const JHUFF_TBL *dc_codes = codec->dc_huff_tbl_ptrs[dc], *ac_codes = codec->ac_huff_tbl_ptrs[ac];
        if (!dc_codes || !ac_codes) return false;
        if (!has_dc[dc] && !code_table_build(&huffman->dc[dc], dc_codes)) return false;
        has_dc[dc] = true;
        if (has_ac[ac]) continue;
        if (!code_table_build(&huffman->ac[ac], ac_codes)) return false;
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
    scan_input_begin(&huffman->input, codec);
    return huffman;
}

void jpeg_huffman_free(JPEGHuffman *huffman) { free(huffman); }
