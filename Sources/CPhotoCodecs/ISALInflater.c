#include "ISALInflater.h"

#include <stdlib.h>

#if __has_include(<isa-l/igzip_lib.h>)

#include <dlfcn.h>
#include <pthread.h>

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

static struct {
    typeof(isal_inflate_init) *inflate_init;
    typeof(isal_inflate) *inflate;
    typeof(crc32_gzip_refl) *crc32;
} library;
static bool is_loaded;

static void load(void) {
    void *file = dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!file) return;
    library.inflate_init = (typeof(library.inflate_init))dlsym(file, "isal_inflate_init");
    library.inflate = (typeof(library.inflate))dlsym(file, "isal_inflate");
    library.crc32 = (typeof(library.crc32))dlsym(file, "crc32_gzip_refl");
    is_loaded = library.inflate_init && library.inflate && library.crc32;
}

struct ISALInflater {
    struct inflate_state state;
};

ISALInflater *isal_inflater_create(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    ISALInflater *inflater = is_loaded ? malloc(sizeof *inflater) : NULL;
    if (!inflater) return NULL;
    library.inflate_init(&inflater->state);
    inflater->state.crc_flag = ISAL_ZLIB_NO_HDR_VER;
    return inflater;
}

void isal_inflater_destroy(ISALInflater *inflater) { free(inflater); }

bool isal_inflater_run(ISALInflater *inflater, const uint8_t **input, size_t *input_count, uint8_t **output,
                       size_t *output_count) {
    struct inflate_state *state = &inflater->state;
    state->next_in = (uint8_t *)(uintptr_t)*input;
    state->avail_in = (uint32_t)*input_count;
    state->next_out = *output;
    state->avail_out = (uint32_t)*output_count;
    if (library.inflate(state) != ISAL_DECOMP_OK) return false;
    *input = state->next_in;
    *input_count = state->avail_in;
    /* Bytes behind the stream may be among the bits that were read ahead. */
    if (isal_inflater_has_ended(inflater)) *input_count += (size_t)state->read_in_length / 8;
    *output = state->next_out;
    *output_count = state->avail_out;
    return true;
}

bool isal_inflater_has_ended(const ISALInflater *inflater) {
    return inflater->state.block_state == ISAL_BLOCK_FINISH;
}

uint32_t isal_crc32(uint32_t crc, const uint8_t *bytes, size_t count) { return library.crc32(crc, bytes, count); }

#else

ISALInflater *isal_inflater_create(void) { return NULL; }
void isal_inflater_destroy(ISALInflater *inflater) { (void)inflater; }

bool isal_inflater_run(ISALInflater *inflater, const uint8_t **input, size_t *input_count, uint8_t **output,
                       size_t *output_count) {
    (void)inflater, (void)input, (void)input_count, (void)output, (void)output_count;
    return false;
}

bool isal_inflater_has_ended(const ISALInflater *inflater) {
    (void)inflater;
    return false;
}

uint32_t isal_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
    (void)bytes, (void)count;
    return crc;
}

#endif
