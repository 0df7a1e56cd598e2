#include "PNGReader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "PNGDecoder.h"
#include "PNGFastPath.h"
#include "PNGHeldPicture.h"

enum { CHUNK_HEAD = 8 };

/* The properties that determine the size of rows. */
typedef struct Format {
    uint32_t width, height;
    int depth, colour_type, interlacing, channels;
} Format;

/* libpng decodes every picture. It reads either the file itself, or on the fast path a stream of the picture's rows,
 * inflated and unfiltered. If there are doubts about the file, or libpng has some about those rows,
 * libpng reads the file again from the beginning, and rows that were already delivered are skipped. So damage is
 * only ever found by libpng alone. */
struct CPNGReader {
    PNGInput input;
    PNGDecoder decoder;
    Format format;
    uint8_t last_head[CHUNK_HEAD]; /* the last eight bytes that libpng read at once: a chunk's length and type */
    CPhotoCancellationCheck is_cancelled;
    const void *cancellation_context;
    bool was_cancelled;

    bool wants_libpng_alone, is_on_trial;
    PNGFastPath *path; /* NULL if there is none; kept when it is no longer used, as other threads may call it */
    bool is_fast;      /* `path` is used */

    uint64_t rows_read;   /* libpng's rows, also those of passes */
    PNGHeldPicture *held; /* NULL unless interlaced */
    bool has_held_started;
};

/* ---- What libpng reads ---- */

static CPhotoStatus read_file(CPNGReader *reader, uint8_t *output, size_t count) {
    while (count > 0) {
        size_t piece = png_input_take(&reader->input, output, count);
        output += piece;
        count -= piece;
        if (count > 0 && !png_input_fill(&reader->input))
            return reader->input.source.errnum ? CPhotoStatusReadFailed : CPhotoStatusDamaged;
    }
    return CPhotoStatusDone;
}

static CPhotoStatus read_bytes(void *context, uint8_t *output, size_t count) {
    CPNGReader *reader = context;
    size_t piece = reader->is_fast ? png_fast_path_take(reader->path, output, count) : 0;
    if (piece == count) return CPhotoStatusDone;
    /* The file may be read only behind the picture's data. */
    if (reader->is_fast && !png_fast_path_has_ended(reader->path)) return CPhotoStatusDamaged;
    CPhotoStatus status = read_file(reader, output + piece, count - piece);
    if (status == CPhotoStatusDone && count == CHUNK_HEAD) memcpy(reader->last_head, output, CHUNK_HEAD);
    return status;
}

/* ---- Opening ---- */

CPNGReader *cpng_reader_create(int descriptor) {
    CPNGReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->input.source.descriptor = descriptor;
    if (png_decoder_open(&reader->decoder, read_bytes, reader)) return reader;
    free(reader);
    return NULL;
}

void cpng_reader_destroy(CPNGReader *reader) {
    if (!reader) return;
    png_decoder_close(&reader->decoder);
    png_held_picture_destroy(reader->held);
    png_fast_path_free(reader->path);
    free(reader);
}

static void check_cancellation_when_reading(CPNGReader *reader, bool checks) {
    reader->input.source.is_cancelled = checks ? reader->is_cancelled : NULL;
    reader->input.source.cancellation_context = reader->cancellation_context;
}

void cpng_reader_set_cancellation_check(CPNGReader *reader, CPhotoCancellationCheck check, const void *context) {
    reader->is_cancelled = check;
    reader->cancellation_context = context;
    check_cancellation_when_reading(reader, true);
}

void cpng_reader_set_observer(CPNGReader *reader, CPhotoReadObserver observer, void *context) {
    reader->input.source.observer = observer;
    reader->input.source.observer_context = context;
}

void png_reader_set_bytes(CPNGReader *reader, const uint8_t *bytes, size_t count) {
    memcpy(reader->input.source.buffer, bytes, count);
    reader->input.filled = count;
    reader->input.source.offset = reader->input.source.end = count;
}

void png_reader_inflate_with_isal(CPNGReader *reader) { reader->is_on_trial = true; }
void cpng_reader_inflate_with_libpng(CPNGReader *reader) { reader->wants_libpng_alone = true; }
bool cpng_reader_inflates_with_libpng(const CPNGReader *reader) { return !reader->is_fast; }

const char *cpng_reader_message(const CPNGReader *reader) { return reader->decoder.errors.message; }

CPhotoFaults cpng_reader_faults(const CPNGReader *reader) {
    CPhotoFaults faults = reader->decoder.errors.faults;
    faults.errnum = reader->was_cancelled ? ECANCELED : reader->input.source.errnum;
    return faults;
}

static Format format(const PNGDecoder *decoder) {
    return (Format){
        .width = png_get_image_width(decoder->codec, decoder->info),
        .height = png_get_image_height(decoder->codec, decoder->info),
        .depth = png_get_bit_depth(decoder->codec, decoder->info),
        .colour_type = png_get_color_type(decoder->codec, decoder->info),
        .interlacing = png_get_interlace_type(decoder->codec, decoder->info),
        .channels = png_get_channels(decoder->codec, decoder->info)};
}

static bool is_interlaced(const Format *format) { return format->interlacing != PNG_INTERLACE_NONE; }

CPhotoStatus cpng_reader_read_header(CPNGReader *reader, CPNGHeader *header) {
    PNGDecoder *decoder = &reader->decoder;
    CPhotoStatus status = png_decoder_read_info(decoder);
    if (status != CPhotoStatusDone) return status;
    reader->format = format(decoder);
    header->width = reader->format.width;
    header->height = reader->format.height;
    header->depth = reader->format.depth;
    header->has_alpha = (reader->format.colour_type & PNG_COLOR_MASK_ALPHA) ||
                        png_get_valid(decoder->codec, decoder->info, PNG_INFO_tRNS);
    header->is_grey = !(reader->format.colour_type & PNG_COLOR_MASK_COLOR);
    bool interlaced = is_interlaced(&reader->format);
    header->pass_rows = interlaced ? (uint64_t)PNG_INTERLACE_ADAM7_PASSES * header->height : 0;
    header->buffer_bytes = interlaced ? png_held_picture_bytes(decoder) : 0;
    return CPhotoStatusDone;
}

/* ---- Starting ---- */

/* Takes the fast path, if there is one. */
static void start_fast_path(CPNGReader *reader) {
    if (reader->wants_libpng_alone || (!reader->is_on_trial && cpng_fast_path() != CPhotoFastPathUsed)) return;
    if (memcmp(reader->last_head + 4, "IDAT", 4) != 0) return;
    uint32_t length = 0;
    for (int i = 0; i < 4; i++) length = length << 8 | reader->last_head[i];
    const Format *format = &reader->format;
    PNGPasses passes = png_passes(
        format->width, format->height, (uint32_t)(format->depth * format->channels), is_interlaced(format));
    reader->path = png_fast_path_start(&reader->input, length, &passes);
    if (!reader->path) return;
    png_decoder_trust_data(&reader->decoder);
    check_cancellation_when_reading(reader, false);
    reader->is_fast = true;
}

static CPhotoStatus start_decoder(CPNGReader *reader) {
    return png_decoder_start(&reader->decoder, reader->held ? PNGRowsAsStored : PNGRowsRGBA);
}

CPhotoStatus cpng_reader_start(CPNGReader *reader) {
    if (is_interlaced(&reader->format)) {
        reader->held = png_held_picture_create(&reader->decoder);
        if (!reader->held) return CPhotoStatusOutOfMemory;
    }
    start_fast_path(reader);
    return start_decoder(reader);
}

/* ---- Reading rows ---- */

/* Has libpng read its next row: to where the passes are held, else to `row`. */
static CPhotoStatus read_libpng_row(CPNGReader *reader, uint64_t index, uint8_t *row, size_t piece) {
    if (reader->held) row = png_held_picture_row(reader->held, index % reader->format.height);
    return png_decoder_read_row(&reader->decoder, row, piece);
}

/* Has libpng read the file itself, up to the row that comes next. */
static CPhotoStatus start_again(CPNGReader *reader, uint8_t *row) {
    reader->is_fast = false;
    png_decoder_close(&reader->decoder);
    png_input_rewind(&reader->input);
    check_cancellation_when_reading(reader, true);
    if (!png_decoder_open(&reader->decoder, read_bytes, reader)) return CPhotoStatusOutOfMemory;
    CPhotoStatus status = png_decoder_read_info(&reader->decoder);
    if (status != CPhotoStatusDone) return status;
    Format now = format(&reader->decoder);
    if (memcmp(&now, &reader->format, sizeof now) != 0) {
        reader->input.source.errnum = ESTALE;
        return CPhotoStatusReadFailed;
    }
    if (reader->held) png_held_picture_clear(reader->held);
    status = start_decoder(reader);
    for (uint64_t i = 0; i < reader->rows_read && status == CPhotoStatusDone; i++)
        status = read_libpng_row(reader, i, row, 0);
    return status;
}

/* Puts the next row into the fast path's stream, and sets `*piece` to what libpng can read of it. */
static CPhotoStatus add_row(CPNGReader *reader, uint8_t *scratch, size_t *piece) {
    switch (png_fast_path_add_row(reader->path, reader->is_cancelled, reader->cancellation_context, piece)) {
    case PNGFastRowAddedLast: check_cancellation_when_reading(reader, true); return CPhotoStatusDone;
    case PNGFastRowAdded: return CPhotoStatusDone;
    case PNGFastRowDoubtful: return start_again(reader, scratch);
    case PNGFastRowCancelled: reader->was_cancelled = true; return CPhotoStatusReadFailed;
    }
    __builtin_unreachable();
}

static CPhotoStatus read_next_row(CPNGReader *reader, uint8_t *row) {
    size_t piece = 0;
    if (reader->is_fast && png_fast_path_needs_row(reader->path)) {
        CPhotoStatus status = add_row(reader, row, &piece);
        if (status != CPhotoStatusDone) return status;
    }
    CPhotoStatus status = read_libpng_row(reader, reader->rows_read, row, piece);
    if (status == CPhotoStatusDamaged && reader->is_fast) {
        /* A libpng that doesn't read what it is given as this expects. */
        png_fast_path_stop(reader->path);
        status = start_again(reader, row);
        if (status == CPhotoStatusDone) status = read_libpng_row(reader, reader->rows_read, row, 0);
    }
    reader->rows_read++;
    return status;
}

CPhotoStatus cpng_reader_read_pass_row(CPNGReader *reader) { return read_next_row(reader, NULL); }

CPhotoStatus cpng_reader_read_row(CPNGReader *reader, uint8_t *row) {
    if (!reader->held) return read_next_row(reader, row);
    if (!reader->has_held_started) {
        CPhotoStatus status = png_held_picture_start(reader->held, &reader->decoder);
        if (status != CPhotoStatusDone) return status;
        reader->has_held_started = true;
    }
    return png_held_picture_read_row(reader->held, row);
}

CPhotoStatus cpng_reader_finish(CPNGReader *reader) { return png_decoder_finish(&reader->decoder); }

/* ---- Inflating ahead ---- */

bool cpng_reader_is_waiting(CPNGReader *reader) { return reader->is_fast && png_fast_path_is_waiting(reader->path); }

bool cpng_reader_can_inflate_ahead(CPNGReader *reader) {
    return reader->path && png_fast_path_can_prepare(reader->path);
}

bool cpng_reader_inflate_ahead(CPNGReader *reader) { return reader->path && png_fast_path_prepare(reader->path); }

void cpng_reader_stop_inflating_ahead(CPNGReader *reader) {
    if (reader->path) png_fast_path_stop(reader->path);
}
