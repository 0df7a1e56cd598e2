#include "PNGHeldPicture.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "PNGStoredStream.h"

enum {
    MAX_PALETTE = 256,
    /* A signature, IHDR, PLTE, tRNS, and the head of an IDAT. */
    MAX_HEAD = 8 + (12 + 13) + (12 + 3 * MAX_PALETTE) + (12 + MAX_PALETTE) + 8
};

struct PNGHeldPicture {
    uint8_t *rows; /* each with the number of filter None before it */
    size_t stride;
    uint32_t height;
    uint32_t next_row; /* that the decoder's stream gets */
    PNGDecoder decoder;
    uint8_t head[MAX_HEAD]; /* of the stream that the decoder reads */
    size_t head_taken, head_count;
    PNGStoredStream stream;
};

uint64_t png_held_picture_bytes(const PNGDecoder *decoder) {
    return (uint64_t)png_get_image_height(decoder->codec, decoder->info) *
           (png_get_rowbytes(decoder->codec, decoder->info) + 1);
}

PNGHeldPicture *png_held_picture_create(const PNGDecoder *decoder) {
    PNGHeldPicture *picture = calloc(1, sizeof *picture);
    if (!picture) return NULL;
    picture->height = png_get_image_height(decoder->codec, decoder->info);
    picture->stride = png_get_rowbytes(decoder->codec, decoder->info) + 1;
    picture->rows = calloc(picture->height, picture->stride);
    if (!picture->rows) {
        png_held_picture_destroy(picture);
        return NULL;
    }
    return picture;
}

void png_held_picture_destroy(PNGHeldPicture *picture) {
    if (!picture) return;
    png_decoder_close(&picture->decoder);
    free(picture->rows);
    free(picture);
}

void png_held_picture_clear(PNGHeldPicture *picture) { memset(picture->rows, 0, picture->stride * picture->height); }

uint8_t *png_held_picture_row(PNGHeldPicture *picture, uint64_t y) { return picture->rows + picture->stride * y + 1; }

/* ---- The stream that the second decoder reads ---- */

static void append(PNGHeldPicture *picture, const void *bytes, size_t count) {
    memcpy(picture->head + picture->head_count, bytes, count);
    picture->head_count += count;
}

static void append_number(PNGHeldPicture *picture, uint32_t number, int count) {
    for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
        picture->head[picture->head_count++] = (uint8_t)(number >> shift);
    }
}

static void append_head(PNGHeldPicture *picture, const char *type, size_t length) {
    append_number(picture, (uint32_t)length, 4);
    append(picture, type, 4);
}

/* Ends a chunk that has `length` bytes of data. */
static void append_checksum(PNGHeldPicture *picture, size_t length) {
    size_t start = picture->head_count - length - 4;
    append_number(picture, cphoto_crc32(0, picture->head + start, length + 4), 4);
}

static void append_size_and_format(PNGHeldPicture *picture, const PNGDecoder *from) {
    append(picture, "\x89PNG\r\n\x1A\n", 8);
    append_head(picture, "IHDR", 13);
    append_number(picture, png_get_image_width(from->codec, from->info), 4);
    append_number(picture, picture->height, 4);
    append_number(picture, png_get_bit_depth(from->codec, from->info), 1);
    append_number(picture, png_get_color_type(from->codec, from->info), 1);
    append_number(picture, 0, 3); /* the only compression, the only filter method, not interlaced */
    append_checksum(picture, 13);
}

static void append_palette(PNGHeldPicture *picture, const PNGDecoder *from) {
    png_colorp colours = NULL;
    int count = 0;
    if (!png_get_PLTE(from->codec, from->info, &colours, &count)) return;
    append_head(picture, "PLTE", 3 * (size_t)count);
    for (int i = 0; i < count; i++) append(picture, (uint8_t[]){colours[i].red, colours[i].green, colours[i].blue}, 3);
    append_checksum(picture, 3 * (size_t)count);
}

static void append_transparency(PNGHeldPicture *picture, const PNGDecoder *from) {
    png_bytep alphas = NULL;
    int count = 0;
    png_color_16p colour = NULL;
    if (!png_get_tRNS(from->codec, from->info, &alphas, &count, &colour)) return;
    switch (png_get_color_type(from->codec, from->info)) {
    case PNG_COLOR_TYPE_PALETTE:
        append_head(picture, "tRNS", (size_t)count);
        append(picture, alphas, (size_t)count);
        append_checksum(picture, (size_t)count);
        break;
    case PNG_COLOR_TYPE_GRAY:
        append_head(picture, "tRNS", 2);
        append_number(picture, colour->gray, 2);
        append_checksum(picture, 2);
        break;
    default:
        append_head(picture, "tRNS", 6);
        append_number(picture, colour->red, 2);
        append_number(picture, colour->green, 2);
        append_number(picture, colour->blue, 2);
        append_checksum(picture, 6);
    }
}

static uint32_t zlib_adler(uint32_t adler, const uint8_t *bytes, size_t count) {
    return (uint32_t)adler32_z(adler, bytes, count);
}

static void add_row(PNGHeldPicture *picture) {
    uint32_t y = picture->next_row++;
    bool is_last = y == picture->height - 1;
    png_stored_stream_add(&picture->stream, picture->rows + picture->stride * y, picture->stride, is_last);
}

static CPhotoStatus read_bytes(void *context, uint8_t *output, size_t count) {
    PNGHeldPicture *picture = context;
    size_t piece = picture->head_count - picture->head_taken;
    if (piece > count) piece = count;
    memcpy(output, picture->head + picture->head_taken, piece);
    picture->head_taken += piece;
    while (piece < count) {
        if (png_stored_stream_needs_row(&picture->stream)) add_row(picture);
        size_t taken = png_stored_stream_take(&picture->stream, output + piece, count - piece);
        if (taken == 0) return CPhotoStatusDamaged;
        piece += taken;
    }
    return CPhotoStatusDone;
}

CPhotoStatus png_held_picture_start(PNGHeldPicture *picture, const PNGDecoder *decoder) {
    append_size_and_format(picture, decoder);
    if (png_get_color_type(decoder->codec, decoder->info) == PNG_COLOR_TYPE_PALETTE) append_palette(picture, decoder);
    append_transparency(picture, decoder);
    append_head(picture, "IDAT", 0);
    png_stored_stream_start(&picture->stream, 0, zlib_adler);
    if (!png_decoder_open(&picture->decoder, read_bytes, picture)) return CPhotoStatusOutOfMemory;
    png_decoder_trust_data(&picture->decoder);
    CPhotoStatus status = png_decoder_read_info(&picture->decoder);
    return status == CPhotoStatusDone ? png_decoder_start(&picture->decoder, PNGRowsRGBA) : status;
}

CPhotoStatus png_held_picture_read_row(PNGHeldPicture *picture, uint8_t *row) {
    return png_decoder_read_row(&picture->decoder, row, 0);
}
