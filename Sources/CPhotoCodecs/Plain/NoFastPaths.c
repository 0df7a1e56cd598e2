/* What the readers find in a build without FastPaths/: nothing, so that libjpeg and libpng decode alone. */
#include "CPhotoCodecs.h"
#include "JPEGFastPath.h"
#include "PNGFastPath.h"

void cphoto_turn_fast_paths_off(void) {}

CPhotoFastPath cjpeg_fast_path(void) { return CPhotoFastPathNotBuilt; }
CPhotoFastPath cpng_fast_path(void) { return CPhotoFastPathNotBuilt; }

JPEGHuffman *jpeg_fast_path_start(j_decompress_ptr codec, JPEGMCUDecoder decode) {
    (void)codec;
    (void)decode;
    return NULL;
}

bool jpeg_fast_path_follow(j_decompress_ptr codec, JPEGProgression **progression, JPEGMCUDecoder decode) {
    (void)codec;
    (void)progression;
    (void)decode;
    return false;
}

PNGFastPath *png_fast_path_start(PNGInput *input, uint32_t length, const PNGPasses *passes) {
    (void)input;
    (void)length;
    (void)passes;
    return NULL;
}

/* None of the others is called with anything but NULL. */
void jpeg_huffman_free(JPEGHuffman *huffman) { (void)huffman; }
void jpeg_progression_free(JPEGProgression *progression) { (void)progression; }
void png_fast_path_free(PNGFastPath *path) { (void)path; }

bool jpeg_huffman_decode_mcu(JPEGHuffman *huffman, j_decompress_ptr codec, JBLOCKROW *blocks) {
    (void)huffman;
    (void)codec;
    (void)blocks;
    return false;
}

bool jpeg_progression_decode_mcu(JPEGProgression *progression, j_decompress_ptr codec, JBLOCKROW *blocks) {
    (void)progression;
    (void)codec;
    (void)blocks;
    return false;
}

bool png_fast_path_needs_row(const PNGFastPath *path) { return path != NULL; }

PNGFastRow png_fast_path_add_row(
    PNGFastPath *path, CPhotoCancellationCheck is_cancelled, const void *context, size_t *piece) {
    (void)path;
    (void)is_cancelled;
    (void)context;
    (void)piece;
    return PNGFastRowDoubtful;
}

size_t png_fast_path_take(PNGFastPath *path, uint8_t *output, size_t count) {
    (void)path;
    (void)output;
    (void)count;
    return 0;
}

bool png_fast_path_has_ended(const PNGFastPath *path) { return path == NULL; }
bool png_fast_path_is_waiting(PNGFastPath *path) { return path != NULL; }
bool png_fast_path_can_prepare(PNGFastPath *path) { return path != NULL; }
bool png_fast_path_prepare(PNGFastPath *path) { return path != NULL; }
void png_fast_path_stop(PNGFastPath *path) { (void)path; }
