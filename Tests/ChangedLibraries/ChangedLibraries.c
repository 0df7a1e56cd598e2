/* A libjpeg or libpng that is not as our decoders expect: preloaded, it changes the installed one between the program's
 * calls. `.ci/check-decoders` builds it, and runs the decoder fuzzer with it.
 *
 * CHANGED_LIBRARY tells what is changed:
 *
 *     shifted   another function comes first in libjpeg's private entropy decoder, so that all others are one further
 *     called    another function comes before `decode_mcu`; libjpeg calls it, with a wild pointer
 *     data      a pointer to data comes before `decode_mcu`
 *     short     the entropy decoder is one pointer, at the end of the memory
 *     pieces    libpng reads larger pieces than it was told to
 *     large     the same, but only with pieces of more than 500 bytes
 *     adler     libpng verifies the checksum of the zlib stream, whatever it was told */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <jpeglib.h>
#include <png.h>

/* What libjpeg's own code uses, and what the program is shown. */
typedef struct Decoder {
    void (*start_pass)(j_decompress_ptr codec);
    boolean (*decode_mcu)(j_decompress_ptr codec, JBLOCKROW *blocks);
} Decoder;

typedef struct Place {
    j_decompress_ptr codec;
    Decoder *decoder;
    void **shown;
} Place;

enum { PLACES = 1024 };
static Place places[PLACES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool is_changed(const char *how) {
    const char *name = getenv("CHANGED_LIBRARY");
    return name && strcmp(name, how) == 0;
}

static bool is_libjpeg_changed(void) {
    return is_changed("shifted") || is_changed("called") || is_changed("data") || is_changed("short");
}

static void *real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

/* The place of a decompressor; a new one if `codec` has none, which is kept. */
static Place *place_of(j_decompress_ptr codec) {
    pthread_mutex_lock(&mutex);
    Place *place = places;
    while (place->codec && place->codec != codec)
        if (++place == places + PLACES) abort();
    place->codec = codec;
    pthread_mutex_unlock(&mutex);
    return place;
}

static void *end_of_memory(void) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) abort();
    return pages + page;
}

/* Where the two functions are in what the program is shown, unless it is short. */
static int start_pass_index(void) { return is_changed("shifted") ? 1 : 0; }
enum { DECODE_MCU_INDEX = 2, SHOWN = 3 };

static void show(Place *place) {
    if (!is_changed("short")) {
        place->shown[start_pass_index()] = (void *)place->decoder->start_pass;
        place->shown[DECODE_MCU_INDEX] = (void *)place->decoder->decode_mcu;
    }
    place->codec->entropy = (struct jpeg_entropy_decoder *)place->shown;
}

static void hide(Place *place) {
    if (!is_changed("short")) {
        memcpy(&place->decoder->start_pass, &place->shown[start_pass_index()], sizeof(void *));
        memcpy(&place->decoder->decode_mcu, &place->shown[DECODE_MCU_INDEX], sizeof(void *));
    }
    place->codec->entropy = (struct jpeg_entropy_decoder *)place->decoder;
}

static void change(j_decompress_ptr codec) {
    if (!is_libjpeg_changed()) return;
    Place *place = place_of(codec);
    place->decoder = (Decoder *)codec->entropy;
    if (is_changed("short")) {
        static void *end;
        if (!end) end = end_of_memory();
        place->shown = (void **)end - 1;
        place->shown[0] = (void *)place->decoder->start_pass;
    } else {
        place->shown = codec->mem->alloc_small((j_common_ptr)codec, JPOOL_IMAGE, SHOWN * sizeof *place->shown);
        place->shown[0] = place->shown[1] = is_changed("data") ? (void *)(uintptr_t)codec->err->jpeg_message_table
                                                               : (void *)codec->err->reset_error_mgr;
    }
    show(place);
}

/* Before libjpeg's own code runs. */
static void begin(j_decompress_ptr codec) {
    if (!is_libjpeg_changed()) return;
    Place *place = place_of(codec);
    hide(place);
    if (is_changed("data") && place->shown[1] != (void *)(uintptr_t)codec->err->jpeg_message_table) abort();
    if (!is_changed("called")) return;
    void (*called)(j_decompress_ptr codec, void *wild);
    memcpy(&called, &place->shown[1], sizeof called);
    called(codec, (void *)16);
}

static void end(j_decompress_ptr codec) {
    if (!is_libjpeg_changed()) return;
    show(place_of(codec));
}

/* ---- The functions that the program calls ---- */

boolean jpeg_start_decompress(j_decompress_ptr codec) {
    boolean result = ((typeof(jpeg_start_decompress) *)real("jpeg_start_decompress"))(codec);
    change(codec);
    return result;
}

JDIMENSION jpeg_read_scanlines(j_decompress_ptr codec, JSAMPARRAY rows, JDIMENSION count) {
    begin(codec);
    JDIMENSION result = ((typeof(jpeg_read_scanlines) *)real("jpeg_read_scanlines"))(codec, rows, count);
    end(codec);
    return result;
}

JDIMENSION jpeg_skip_scanlines(j_decompress_ptr codec, JDIMENSION count) {
    begin(codec);
    JDIMENSION result = ((typeof(jpeg_skip_scanlines) *)real("jpeg_skip_scanlines"))(codec, count);
    end(codec);
    return result;
}

boolean jpeg_finish_decompress(j_decompress_ptr codec) {
    begin(codec);
    return ((typeof(jpeg_finish_decompress) *)real("jpeg_finish_decompress"))(codec);
}

void png_set_compression_buffer_size(png_structp codec, size_t size) {
    if (is_changed("pieces") || (is_changed("large") && size > 500)) return;
    ((typeof(png_set_compression_buffer_size) *)real("png_set_compression_buffer_size"))(codec, size);
}

int png_set_option(png_structp codec, int option, int value) {
    if (is_changed("adler")) return PNG_OPTION_OFF;
    return ((typeof(png_set_option) *)real("png_set_option"))(codec, option, value);
}
