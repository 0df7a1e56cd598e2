#include "JPEGPieces.h"

/* libjpeg-turbo's quick way needs 512 bytes for each block of an MCU. */
enum { SMALL_PIECE = 256 };

void jpeg_pieces_begin(JPEGPieces *pieces, j_decompress_ptr codec, const uint8_t *bytes, size_t count) {
    pieces->next = bytes;
    pieces->held = count;
    jpeg_pieces_next(pieces, codec);
}

bool jpeg_pieces_next(JPEGPieces *pieces, j_decompress_ptr codec) {
    const size_t count = pieces->are_small && pieces->held > SMALL_PIECE ? SMALL_PIECE : pieces->held;
    if (count == 0) return false;
    codec->src->next_input_byte = pieces->next;
    codec->src->bytes_in_buffer = count;
    pieces->next += count;
    pieces->held -= count;
    return true;
}

size_t jpeg_pieces_skip(JPEGPieces *pieces, j_decompress_ptr codec, size_t count) {
    struct jpeg_source_mgr *source = codec->src;
    const size_t here = count < source->bytes_in_buffer ? count : source->bytes_in_buffer;
    source->next_input_byte += here;
    source->bytes_in_buffer -= here;
    const size_t held = count - here < pieces->held ? count - here : pieces->held;
    pieces->next += held;
    pieces->held -= held;
    return count - here - held;
}

void jpeg_pieces_make_small(JPEGPieces *pieces, j_decompress_ptr codec, bool are_small) {
    pieces->are_small = are_small;
    if (!are_small || codec->src->bytes_in_buffer <= SMALL_PIECE) return;
    /* What libjpeg has lies before what is held, if anything is. */
    const size_t count = codec->src->bytes_in_buffer + pieces->held;
    jpeg_pieces_begin(pieces, codec, codec->src->next_input_byte, count);
}
