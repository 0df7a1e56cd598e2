#include "CPhotoCodecs.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "ByteSink.h"
#include "JPEGWriter.h"

/* The Huffman codes of one table. */
typedef struct Codes {
    /* By symbol: its code, and the code's length in bits. */
    uint16_t code[256];
    uint8_t length[256];
    /* By length: the first code, how many there are, and the index of the first one's symbol. */
    uint16_t first[17], count[17], index[17];
    uint8_t symbols[256];
} Codes;

struct CJPEGJoiner {
    int components;
    int blocks[MAX_COMPONENTS]; /* of each component in an MCU */
    Codes dc[MAX_COMPONENTS], ac[MAX_COMPONENTS];
    int last_dc[MAX_COMPONENTS]; /* the DC coefficients that the next band's are coded against */
    ByteSink sink;
    uint64_t pending; /* the last `pending_bits` bits of the output, which are not a byte yet */
    int pending_bits;
};

/* Entropy-coded bytes, read bit by bit. */
typedef struct BitInput {
    const uint8_t *bytes;
    size_t count, next;
    uint8_t byte;
    int bits_left; /* of `byte` */
    int ones;      /* how many bits of value 1 were the last ones */
    bool has_failed;
} BitInput;

static uint8_t take_byte(BitInput *input) {
    if (input->next >= input->count) {
        input->has_failed = true;
        return 0;
    }
    uint8_t byte = input->bytes[input->next++];
    if (byte == 0xFF) input->next++; /* a stuffed zero comes after it */
    return byte;
}

static unsigned take_bits(BitInput *input, int count) {
    unsigned value = 0;
    while (count-- > 0) {
        if (input->bits_left == 0) {
            input->byte = take_byte(input);
            input->bits_left = 8;
        }
        unsigned bit = input->byte >> --input->bits_left & 1;
        input->ones = bit ? input->ones + 1 : 0;
        value = value << 1 | bit;
    }
    return value;
}

static int take_symbol(BitInput *input, const Codes *codes) {
    unsigned code = 0;
    for (int length = 1; length <= 16; length++) {
        code = code << 1 | take_bits(input, 1);
        if (code >= codes->first[length] && code - codes->first[length] < codes->count[length])
            return codes->symbols[codes->index[length] + code - codes->first[length]];
    }
    input->has_failed = true;
    return 0;
}

static int take_difference(BitInput *input, const Codes *codes) {
    int count = take_symbol(input, codes) & 15;
    int value = (int)take_bits(input, count);
    return count > 0 && value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
}

/* Writes up to 16 bits. There must be room for them. */
static void put_bits(CJPEGJoiner *joiner, unsigned value, int count) {
    joiner->pending = joiner->pending << count | value;
    joiner->pending_bits += count;
    while (joiner->pending_bits >= 8) {
        joiner->pending_bits -= 8;
        uint8_t byte = (uint8_t)(joiner->pending >> joiner->pending_bits);
        joiner->sink.bytes[joiner->sink.count++] = byte;
        if (byte == 0xFF) joiner->sink.bytes[joiner->sink.count++] = 0;
    }
    joiner->pending &= (1u << joiner->pending_bits) - 1;
}

static void put_symbol(CJPEGJoiner *joiner, const Codes *codes, int symbol) {
    put_bits(joiner, codes->code[symbol], codes->length[symbol]);
}

static void put_difference(CJPEGJoiner *joiner, const Codes *codes, int difference) {
    int count = 0;
    for (int rest = abs(difference); rest > 0; rest >>= 1) count++;
    put_symbol(joiner, codes, count);
    put_bits(joiner, (unsigned)(difference < 0 ? difference - 1 : difference) & ((1u << count) - 1), count);
}

/* Takes the AC coefficients of a block, and writes them unless `joiner` is NULL. */
static void take_ac(BitInput *input, const Codes *codes, CJPEGJoiner *joiner) {
    for (int k = 1; k < DCTSIZE2 && !input->has_failed; k++) {
        int symbol = take_symbol(input, codes);
        int count = symbol & 15;
        unsigned value = take_bits(input, count);
        if (joiner) {
            put_symbol(joiner, codes, symbol);
            put_bits(joiner, value, count);
        }
        if (count == 0 && symbol != 0xF0) return;
        k += symbol >> 4;
    }
}

/* Takes an MCU whose DC coefficients are coded against 0.
 *
 * - last_dc: receives each component's last DC coefficient.
 * - writes: whether to write the MCU, coded against the joiner's last DC coefficients. */
static void take_mcu(CJPEGJoiner *joiner, BitInput *input, int *last_dc, bool writes) {
    for (int component = 0; component < joiner->components; component++) {
        const Codes *dc = &joiner->dc[component], *ac = &joiner->ac[component];
        last_dc[component] = 0;
        for (int block = 0; block < joiner->blocks[component]; block++) {
            int difference = take_difference(input, dc);
            last_dc[component] += difference;
            if (writes) put_difference(joiner, dc, block > 0 ? difference : difference - joiner->last_dc[component]);
            take_ac(input, ac, writes ? joiner : NULL);
        }
    }
}

static bool has_escape(uint64_t bytes) { return ((~bytes - 0x0101010101010101u) & bytes & 0x8080808080808080u) != 0; }

/* Writes the input's whole bytes up to its byte number `end`. */
static void put_bytes(CJPEGJoiner *joiner, BitInput *input, size_t end) {
    while (input->next < end) {
        uint64_t bytes;
        if (end - input->next >= sizeof bytes) {
            memcpy(&bytes, input->bytes + input->next, sizeof bytes);
            bytes = be64toh(bytes);
            int kept = joiner->pending_bits;
            uint64_t moved = kept ? joiner->pending << (64 - kept) | bytes >> kept : bytes;
            if (!has_escape(bytes) && !has_escape(moved)) {
                moved = htobe64(moved);
                memcpy(joiner->sink.bytes + joiner->sink.count, &moved, sizeof moved);
                joiner->sink.count += sizeof moved;
                joiner->pending = bytes & ((1u << kept) - 1);
                input->next += sizeof bytes;
                continue;
            }
        }
        put_bits(joiner, take_byte(input), 8);
    }
}

/* The index of the last byte, which may be a 0xFF with its stuffed zero. */
static size_t last_byte(const uint8_t *bytes, size_t count) {
    return count >= 2 && bytes[count - 1] == 0 && bytes[count - 2] == 0xFF ? count - 2 : count - 1;
}

/* The number of bits of value 1 at the end. */
static int trailing_ones(const uint8_t *bytes, size_t count) {
    int ones = 0;
    while (count > 0) {
        count = last_byte(bytes, count);
        for (int bit = 0; bit < 8; bit++, ones++)
            if (!(bytes[count] >> bit & 1)) return ones;
    }
    return ones;
}

CPhotoStatus cjpeg_joiner_add(
    CJPEGJoiner *joiner, const uint8_t *band, size_t count, const uint8_t *last_mcu, size_t last_count) {
    if (!byte_sink_reserve(&joiner->sink, 2 * count + 64)) return CPhotoStatusOutOfMemory;
    int last_dc[MAX_COMPONENTS], unused[MAX_COMPONENTS];
    BitInput end = {.bytes = last_mcu, .count = last_count};
    take_mcu(joiner, &end, last_dc, false);
    /* The last byte is filled with up to seven bits of value 1. No code consists of such bits only, so before them
     * the band ends with as many as its last MCU does alone. */
    int padding = trailing_ones(band, count) - end.ones;
    if (end.has_failed || count == 0 || padding < 0 || padding > 7) return CPhotoStatusDamaged;

    BitInput input = {.bytes = band, .count = count};
    take_mcu(joiner, &input, unused, true);
    size_t last = last_byte(band, count);
    bool is_in_last_byte = input.next > last;
    int rest = input.bits_left - (is_in_last_byte ? padding : 0);
    if (input.has_failed || rest < 0) return CPhotoStatusDamaged;
    put_bits(joiner, take_bits(&input, rest), rest);
    if (!is_in_last_byte) {
        put_bytes(joiner, &input, last);
        put_bits(joiner, (unsigned)take_byte(&input) >> padding, 8 - padding);
    }
    memcpy(joiner->last_dc, last_dc, sizeof last_dc);
    return CPhotoStatusDone;
}

CPhotoStatus cjpeg_joiner_finish(CJPEGJoiner *joiner) {
    if (!byte_sink_reserve(&joiner->sink, 2)) return CPhotoStatusOutOfMemory;
    int padding = (8 - joiner->pending_bits) % 8;
    put_bits(joiner, (1u << padding) - 1, padding);
    return CPhotoStatusDone;
}

static void read_codes(Codes *codes, const JHUFF_TBL *table) {
    unsigned code = 0;
    unsigned index = 0;
    for (int length = 1; length <= 16; length++, code <<= 1) {
        codes->first[length] = (uint16_t)code;
        codes->index[length] = (uint16_t)index;
        for (int i = 0; i < table->bits[length] && index < 256; i++, index++, code++) {
            uint8_t symbol = table->huffval[index];
            codes->symbols[index] = symbol;
            codes->code[symbol] = (uint16_t)code;
            codes->length[symbol] = (uint8_t)length;
            codes->count[length]++;
        }
    }
}

CJPEGJoiner *cjpeg_joiner_create(const CJPEGWriter *writer) {
    const struct jpeg_compress_struct *codec = jpeg_writer_codec(writer);
    CJPEGJoiner *joiner = calloc(1, sizeof *joiner);
    if (!joiner) return NULL;
    joiner->components = codec->num_components;
    for (int i = 0; i < joiner->components; i++) {
        const jpeg_component_info *component = &codec->comp_info[i];
        joiner->blocks[i] = component->h_samp_factor * component->v_samp_factor;
        read_codes(&joiner->dc[i], codec->dc_huff_tbl_ptrs[component->dc_tbl_no]);
        read_codes(&joiner->ac[i], codec->ac_huff_tbl_ptrs[component->ac_tbl_no]);
    }
    return joiner;
}

void cjpeg_joiner_destroy(CJPEGJoiner *joiner) {
    if (!joiner) return;
    byte_sink_free(&joiner->sink);
    free(joiner);
}

const uint8_t *cjpeg_joiner_output(const CJPEGJoiner *joiner, size_t *count) {
    *count = joiner->sink.count;
    return joiner->sink.bytes;
}

void cjpeg_joiner_clear_output(CJPEGJoiner *joiner) { joiner->sink.count = 0; }
