#include <pthread.h>
#include <stdatomic.h>

#include "CPhotoCodecs.h"
#include "JPEGEntropy.h"
#include "JPEGHuffman.h"
#include "JPEGProgression.h"
#include "PNGTrial.h"

static atomic_bool are_off;
static CPhotoFastPath jpeg, png; /* but for the switch */
static bool knows_scans;

void cphoto_turn_fast_paths_off(void) { atomic_store(&are_off, true); }

static void try_jpeg(void) {
    jpeg = jpeg_entropy_trial();
    knows_scans = jpeg == CPhotoFastPathUsed && jpeg_entropy_scan_trial();
}

CPhotoFastPath cjpeg_fast_path(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (atomic_load(&are_off)) return CPhotoFastPathOff;
    pthread_once(&once, try_jpeg);
    return jpeg;
}

static void try_png(void) { png = png_trial(); }

CPhotoFastPath cpng_fast_path(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (atomic_load(&are_off)) return CPhotoFastPathOff;
    pthread_once(&once, try_png);
    return png;
}

JPEGHuffman *jpeg_fast_path_start(j_decompress_ptr codec, JPEGMCUDecoder decode) {
    JPEGHuffman *huffman = jpeg_huffman_create(codec);
    if (!huffman || jpeg_entropy_replace(codec, decode)) return huffman;
    jpeg_huffman_free(huffman);
    return NULL;
}

bool jpeg_fast_path_follow(j_decompress_ptr codec, JPEGProgression **progression, JPEGMCUDecoder decode) {
    if (jpeg_entropy_is_replaced(codec, decode)) return true;
    if (*progression) {
        if (!jpeg_progression_begin_scan(*progression, codec)) return false;
    } else {
        if (knows_scans) *progression = jpeg_progression_create(codec);
        if (!*progression) return false;
    }
    return jpeg_entropy_replace_scan(codec, decode);
}
