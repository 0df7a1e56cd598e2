#include "JPEGProgression.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "JPEGCodes.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Which coefficients of a block aren't zero: a bit for each, in the order of the file from the highest bit on. */
typedef uint64_t NonzeroMask;

typedef bool (*RefiningFunction)(
    JPEGProgression *progression, j_decompress_ptr codec, const CodeTable *table, JCOEF *block, NonzeroMask *nonzero);

struct JPEGProgression {
    CodeTable codes[NUM_HUFF_TBLS];
    /* Of each component's blocks, row by row; NULL until a scan has AC coefficients of it. Such a scan has only one
     * component, and refines coefficients that aren't zero. */
    NonzeroMask *nonzero[MAX_COMPONENTS];
    int32_t last_dc[MAX_COMPS_IN_SCAN];
    /* How many blocks, from the next one on, have no further code. */
    uint32_t ended_blocks;
    uint64_t mcus, mcus_left; /* of the scan */
    RefiningFunction take_ac_bits;
    ScanInput input;
};

static inline NonzeroMask bit_of(int k) { return (NonzeroMask)1 << (DCTSIZE2 - 1 - k); }

/* The coefficients from one on. */
static NonzeroMask from(int k) { return k < DCTSIZE2 ? ~(NonzeroMask)0 >> k : 0; }

/* ---- The first scan of some coefficients ---- */

/* How many blocks end here, of which the code says the logarithm. */
static uint32_t take_run_of_ends(BitReader *reader, int logarithm) {
    uint32_t run = 1u << logarithm;
    if (logarithm == 0) return run;
    run += top_bits(reader, logarithm);
    drop(reader, (unsigned)logarithm);
    return run;
}

static bool take_first_dc(JPEGProgression *progression, j_decompress_ptr codec, JBLOCKROW *blocks) {
    BitReader reader = scan_input_reader(&progression->input);
    bool is_good = true;
    for (int i = 0; i < codec->blocks_in_MCU; i++) {
        int member = codec->MCU_membership[i];
        int32_t *last = &progression->last_dc[member];
        *last += take_dc(&progression->codes[codec->cur_comp_info[member]->dc_tbl_no], &reader, &is_good);
        if (!is_good || abs(*last) > MAX_DC) return false;
        (*blocks[i])[0] = (JCOEF)(*last * (1 << codec->Al));
    }
    return scan_input_accept(&progression->input, &reader);
}

/* Stores coefficients unless `block` is NULL. */
static bool take_first_ac(
    JPEGProgression *progression, j_decompress_ptr codec, const CodeTable *table, JCOEF *block, NonzeroMask *nonzero) {
    BitReader reader = scan_input_reader(&progression->input);
    const int end = codec->Se, unit = 1 << codec->Al;
    int k = codec->Ss;
    while (k <= end) {
        refill(&reader);
        Entry entry = table->entries[top_bits(&reader, TABLE_BITS)];
        int symbol = entry.symbol, value = entry.value;
        if (entry.is_known) {
            drop(&reader, entry.length);
        } else {
            symbol = take_symbol(table, entry, &reader);
            if (symbol < 0) return false;
            if (symbol == 0xF0) {
                k += 16;
                continue;
            }
            if ((symbol & 15) == 0) {
                progression->ended_blocks = take_run_of_ends(&reader, symbol >> 4) - 1;
                break;
            }
            value = take_value(&reader, symbol & 15);
        }
        k += symbol >> 4;
        const JCOEF coefficient = (JCOEF)(value * unit);
        if (k > end || coefficient == 0) return false;
        *nonzero |= bit_of(k);
        if (block) block[natural_order[k]] = coefficient;
        k++;
    }
    return k <= end + 1 && scan_input_accept(&progression->input, &reader);
}

/* ---- Scans that add a bit ---- */

static bool take_dc_bits(JPEGProgression *progression, j_decompress_ptr codec, JBLOCKROW *blocks) {
    BitReader reader = scan_input_reader(&progression->input);
    refill(&reader);
    for (int i = 0; i < codec->blocks_in_MCU; i++) {
        if (top_bits(&reader, 1)) (*blocks[i])[0] |= (JCOEF)(1 << codec->Al);
        drop(&reader, 1);
    }
    return scan_input_accept(&progression->input, &reader);
}

/* What a code of a refinement says: after how many zeros a coefficient begins to be one, and its sign; or 0. */
typedef struct Beginning {
    int zeros, sign;
} Beginning;

/* False if there is no such code. Sets `ended_blocks` if the block ends. */
static bool take_beginning(JPEGProgression *progression, const CodeTable *table, BitReader *reader, Beginning *begun) {
    refill(reader);
    Entry entry = table->entries[top_bits(reader, TABLE_BITS)];
    int symbol = take_symbol(table, entry, reader);
    if (symbol < 0 || (symbol & 15) > 1) return false;
    begun->zeros = symbol >> 4;
    begun->sign = 0;
    if (entry.is_known) begun->sign = entry.value;
    else if ((symbol & 15) == 1) begun->sign = take_value(reader, 1);
    else if (symbol != 0xF0) progression->ended_blocks = take_run_of_ends(reader, symbol >> 4);
    return true;
}

#define REFINEMENT take_ac_bits
#define TARGET
#define HAS_DEPOSIT 0
#include "JPEGRefinement.h"
#undef REFINEMENT
#undef TARGET
#undef HAS_DEPOSIT

#if defined(__x86_64__)
#define REFINEMENT take_ac_bits_bmi2
#define TARGET __attribute__((target("bmi2,popcnt")))
#define HAS_DEPOSIT 1
#include "JPEGRefinement.h"
#undef REFINEMENT
#undef TARGET
#undef HAS_DEPOSIT
#endif

static RefiningFunction refining_function(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")) return take_ac_bits_bmi2;
#endif
    return take_ac_bits;
}

/* ---- Scans ---- */

static bool take_ac(JPEGProgression *progression, j_decompress_ptr codec, JBLOCKROW *blocks) {
    const jpeg_component_info *component = codec->cur_comp_info[0];
    NonzeroMask *nonzero = &progression->nonzero[component->component_index][progression->mcus];
    const CodeTable *table = &progression->codes[component->ac_tbl_no];
    JCOEF *block = scaled_size(component) > 1 ? *blocks[0] : NULL;
    if (codec->Ah > 0) return progression->take_ac_bits(progression, codec, table, block, nonzero);
    if (progression->ended_blocks == 0) return take_first_ac(progression, codec, table, block, nonzero);
    progression->ended_blocks--;
    return true;
}

static bool take_mcu(JPEGProgression *progression, j_decompress_ptr codec, JBLOCKROW *blocks) {
    if (codec->Ss > 0) return take_ac(progression, codec, blocks);
    return codec->Ah > 0 ? take_dc_bits(progression, codec, blocks) : take_first_dc(progression, codec, blocks);
}

static bool pass_restart(JPEGProgression *progression, j_decompress_ptr codec) {
    memset(progression->last_dc, 0, sizeof progression->last_dc);
    return progression->ended_blocks == 0 && scan_input_pass_restart(&progression->input, codec);
}

bool jpeg_progression_decode_mcu(JPEGProgression *progression, j_decompress_ptr codec, JBLOCKROW *blocks) {
    ScanInput *input = &progression->input;
    if (!blocks || progression->mcus_left == 0) return false;
    if (codec->restart_interval && input->mcus_to_restart == 0 && !pass_restart(progression, codec)) return false;
    if (!input->marker && input->end - input->bit / 8 < MAX_MCU_BYTES) scan_input_fill(input, codec);
    if (!take_mcu(progression, codec, blocks)) return false;
    input->mcus_to_restart--;
    progression->mcus++;
    if (--progression->mcus_left > 0) return true;
    if (progression->ended_blocks > 0 || !scan_input_reaches_marker(input, codec)) return false;
    codec->unread_marker = input->marker;
    return true;
}

static bool build_tables(JPEGProgression *progression, j_decompress_ptr codec) {
    const bool is_dc = codec->Ss == 0;
    if (is_dc && codec->Ah > 0) return true; /* bits alone */
    for (int i = 0; i < codec->comps_in_scan; i++) {
        const jpeg_component_info *component = codec->cur_comp_info[i];
        int number = is_dc ? component->dc_tbl_no : component->ac_tbl_no;
        if (number < 0 || number >= NUM_HUFF_TBLS) return false;
        const JHUFF_TBL *codes = is_dc ? codec->dc_huff_tbl_ptrs[number] : codec->ac_huff_tbl_ptrs[number];
        if (!codes || !code_table_build(&progression->codes[number], codes)) return false;
    }
    return true;
}

/* For the blocks of the only component of a scan of AC coefficients. */
static bool make_masks(JPEGProgression *progression, j_decompress_ptr codec) {
    const jpeg_component_info *component = codec->cur_comp_info[0];
    if (component->component_index < 0 || component->component_index >= MAX_COMPONENTS) return false;
    NonzeroMask **nonzero = &progression->nonzero[component->component_index];
    if (!*nonzero) *nonzero = calloc((size_t)progression->mcus_left, sizeof **nonzero);
    return *nonzero;
}

bool jpeg_progression_begin_scan(JPEGProgression *progression, j_decompress_ptr codec) {
    const bool is_dc = codec->Ss == 0;
    if (codec->Se < codec->Ss || codec->Se >= DCTSIZE2 || (is_dc && codec->Se != 0)) return false;
    if (codec->Al < 0 || codec->Al > 13 || (!is_dc && codec->comps_in_scan != 1)) return false;
    progression->mcus = 0;
    progression->mcus_left = (uint64_t)codec->MCUs_per_row * codec->MCU_rows_in_scan;
    progression->ended_blocks = 0;
    memset(progression->last_dc, 0, sizeof progression->last_dc);
    scan_input_begin(&progression->input, codec);
    return build_tables(progression, codec) && (is_dc || make_masks(progression, codec));
}

JPEGProgression *jpeg_progression_create(j_decompress_ptr codec) {
    if (!codec->progressive_mode || codec->arith_code || codec->data_precision != 8) return NULL;
    JPEGProgression *progression = calloc(1, sizeof *progression);
    if (!progression) return NULL;
    progression->take_ac_bits = refining_function();
    if (jpeg_progression_begin_scan(progression, codec)) return progression;
    jpeg_progression_free(progression);
    return NULL;
}

void jpeg_progression_free(JPEGProgression *progression) {
    if (!progression) return;
    for (int i = 0; i < MAX_COMPONENTS; i++) free(progression->nonzero[i]);
    free(progression);
}
