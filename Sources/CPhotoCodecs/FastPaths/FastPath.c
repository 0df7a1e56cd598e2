#include <pthread.h>
#include <stdatomic.h>

#include "CPhotoCodecs.h"
#include "JPEGEntropy.h"
#include "JPEGHuffman.h"
#include "PNGTrial.h"

static atomic_bool are_off;
static CPhotoFastPath jpeg, png;   /* but for the switch */

void cphoto_turn_fast_paths_off(void) { atomic_store(&are_off, true); }

static void try_jpeg(void) { jpeg = jpeg_entropy_trial(); }

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
