#include "JPEGCodes.h"

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

bool code_table_build(CodeTable *table, const JHUFF_TBL *codes) {
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

void scan_input_begin(ScanInput *input, j_decompress_ptr codec) {
    input->mcus_to_restart = codec->restart_interval;
    input->next_restart = input->marker = 0;
    input->is_escaped = input->has_fill_bytes = false;
    input->bit = input->end = 0;
}

/* Takes the byte after a 0xFF. Any number of those may fill before a marker. A zero after fill bytes is left to
 * libjpeg: the marker becomes 0xFF, which no caller accepts. */
static void take_escaped(ScanInput *input, uint8_t byte) {
    input->is_escaped = byte == 0xFF;
    if (byte == 0xFF) input->has_fill_bytes = true;
    else if (byte != 0) input->marker = byte;
    else if (input->has_fill_bytes) input->marker = 0xFF;
    else input->window[input->end++] = 0xFF;
}

void scan_input_fill(ScanInput *input, j_decompress_ptr codec) {
    size_t done = (size_t)(input->bit / 8);
    memmove(input->window, input->window + done, input->end - done);
    input->end -= done;
    input->bit %= 8;
    struct jpeg_source_mgr *source = codec->src;
    while (!input->marker && input->end < WINDOW_BYTES) {
        if (source->bytes_in_buffer == 0) source->fill_input_buffer(codec);
        const uint8_t *next = source->next_input_byte;
        size_t count = source->bytes_in_buffer;
        size_t taken;
        if (input->is_escaped) {
            taken = 1;
            take_escaped(input, *next);
        } else {
            size_t room = WINDOW_BYTES - input->end;
            if (count > room) count = room;
            const uint8_t *escape = memchr(next, 0xFF, count);
            size_t plain = escape ? (size_t)(escape - next) : count;
            memcpy(input->window + input->end, next, plain);
            input->end += plain;
            input->is_escaped = escape != NULL;
            taken = plain + input->is_escaped;
        }
        source->next_input_byte += taken;
        source->bytes_in_buffer -= taken;
    }
}

bool scan_input_reaches_marker(ScanInput *input, j_decompress_ptr codec) {
    scan_input_fill(input, codec);
    return input->marker && input->marker != 0xFF && input->end * 8 - input->bit < 8;
}

bool scan_input_pass_restart(ScanInput *input, j_decompress_ptr codec) {
    if (!scan_input_reaches_marker(input, codec) || input->marker != JPEG_RST0 + input->next_restart) return false;
    input->next_restart = (input->next_restart + 1) % 8;
    input->mcus_to_restart = codec->restart_interval;
    input->marker = 0;
    input->has_fill_bytes = false;
    input->bit = input->end = 0;
    return true;
}
