#include "ISALInflater.h"

#include <stdlib.h>
#include <string.h>

#include "DeflateHead.h"

#if __has_include(<isa-l/igzip_lib.h>)

#include <dlfcn.h>
#include <pthread.h>

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#define FUNCTIONS(each)                                                                                                \
    each(isal_inflate_init) each(isal_inflate_reset) each(isal_inflate_set_dict) each(isal_inflate) each(isal_adler32) \
        each(crc32_gzip_refl)

static struct {
#define DECLARE(name) typeof(name) *name;
    FUNCTIONS(DECLARE)
} library;
static bool is_loaded;

/* Finds the functions; the library stays loaded even if one is missing. */
static void load(void) {
    void *file = dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!file) return;
#define FIND(name)                                           \
    library.name = (typeof(library.name))dlsym(file, #name); \
    if (!library.name) return;
    FUNCTIONS(FIND)
    is_loaded = true;
}

typedef enum Phase { BeforeBlock, InBlock, InTrailer, Ended } Phase;

struct ISALInflater {
    struct inflate_state state; /* its `read_in` also holds the bits between blocks */
    Phase phase;
    bool is_last_block;
    uint32_t adler;
    uint64_t inflated; /* bytes so far */
    uint64_t blocks;   /* begun so far */
    /* Input that was put aside, because a block's head was cut off in it. */
    uint8_t aside[2 * DEFLATE_HEAD_MAX];
    const uint8_t *aside_next;
    size_t aside_count;
};

static ISALInflater *create(void) {
    ISALInflater *inflater = malloc(sizeof *inflater);
    if (!inflater) return NULL;
    library.isal_inflate_init(&inflater->state);
    inflater->phase = BeforeBlock;
    inflater->is_last_block = false;
    inflater->adler = 1;
    inflater->inflated = 0;
    inflater->blocks = 0;
    inflater->aside_next = inflater->aside;
    inflater->aside_count = 0;
    return inflater;
}

void isal_inflater_destroy(ISALInflater *inflater) { free(inflater); }

/* Takes a byte of input into `read_in`, what was put aside first. Returns false if there is none. */
static bool take_byte(ISALInflater *inflater, const uint8_t **input, size_t *input_count) {
    bool is_aside = inflater->aside_count > 0;
    const uint8_t **next = is_aside ? &inflater->aside_next : input;
    size_t *count = is_aside ? &inflater->aside_count : input_count;
    if (*count == 0) return false;
    inflater->state.read_in |= (uint64_t) * *next << inflater->state.read_in_length;
    inflater->state.read_in_length += 8;
    ++*next;
    --*count;
    return true;
}

/* Puts input aside, as much as there is room for. */
static void put_aside(ISALInflater *inflater, const uint8_t **input, size_t *input_count) {
    memmove(inflater->aside, inflater->aside_next, inflater->aside_count);
    inflater->aside_next = inflater->aside;
    size_t room = sizeof inflater->aside - inflater->aside_count;
    size_t count = *input_count < room ? *input_count : room;
    if (count > 0) memcpy(inflater->aside + inflater->aside_count, *input, count);
    inflater->aside_count += count;
    *input += count;
    *input_count -= count;
}

/* Judges the next block's head. One that is cut off is put aside, and stays cut off until there is more input. */
static DeflateHeadStatus check_head(ISALInflater *inflater, const uint8_t **input, size_t *input_count) {
    const struct inflate_state *state = &inflater->state;
    unsigned bits = (unsigned)state->read_in_length;
    if (inflater->aside_count == 0) {
        DeflateHeadStatus status = deflate_head_check(state->read_in, bits, *input, *input_count);
        if (status != DeflateHeadCutOff) return status;
    }
    if (inflater->aside_count < DEFLATE_HEAD_MAX) put_aside(inflater, input, input_count);
    return deflate_head_check(state->read_in, bits, inflater->aside_next, inflater->aside_count);
}

/* Tells ISA-L that the next block is the last one. Its head has been checked, so there is at least a byte of it.
 * Returns false if there are far more blocks than a picture needs: the history is copied for each. */
static bool begin_block(ISALInflater *inflater, const uint8_t **input, size_t *input_count) {
    if (++inflater->blocks > 64 + inflater->inflated / 256) return false;
    if (inflater->state.read_in_length == 0) take_byte(inflater, input, input_count);
    inflater->is_last_block = inflater->state.read_in & 1;
    inflater->state.read_in |= 1;
    inflater->phase = InBlock;
    return true;
}

/* Behind a block: prepares ISA-L for the next one, with the bits that it has read ahead and with the history. */
static void end_block(ISALInflater *inflater, uint8_t *output) {
    inflater->phase = inflater->is_last_block ? InTrailer : BeforeBlock;
    if (inflater->is_last_block) return;
    struct inflate_state *state = &inflater->state;
    const uint64_t bits = state->read_in;
    const int32_t count = state->read_in_length;
    const uint32_t history = inflater->inflated < ISAL_HISTORY ? (uint32_t)inflater->inflated : ISAL_HISTORY;
    library.isal_inflate_reset(state);
    if (history > 0) library.isal_inflate_set_dict(state, output - history, history);
    state->read_in = bits;
    state->read_in_length = count;
}

/* Has ISA-L inflate what there is of a block. */
static bool run_block(
    ISALInflater *inflater, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count) {
    struct inflate_state *state = &inflater->state;
    bool is_aside = inflater->aside_count > 0;
    const uint8_t **next = is_aside ? &inflater->aside_next : input;
    size_t *count = is_aside ? &inflater->aside_count : input_count;
    state->next_in = (uint8_t *)(uintptr_t)*next;
    state->avail_in = (uint32_t)*count;
    state->next_out = *output;
    state->avail_out = (uint32_t)*output_count;
    if (library.isal_inflate(state) != ISAL_DECOMP_OK) return false;
    const size_t written = (size_t)(state->next_out - *output);
    inflater->adler = library.isal_adler32(inflater->adler, *output, written);
    inflater->inflated += written;
    *next = state->next_in;
    *count = state->avail_in;
    *output = state->next_out;
    *output_count = state->avail_out;
    if (state->block_state == ISAL_BLOCK_FINISH) end_block(inflater, *output);
    return true;
}

/* Reads the Adler-32, once it is there. Returns false if it is wrong. */
static bool run_trailer(ISALInflater *inflater, const uint8_t **input, size_t *input_count) {
    enum { TRAILER_BITS = 32 };
    struct inflate_state *state = &inflater->state;
    while (state->read_in_length < TRAILER_BITS + state->read_in_length % 8)
        if (!take_byte(inflater, input, input_count)) return true;
    state->read_in >>= state->read_in_length % 8;
    state->read_in_length -= state->read_in_length % 8;
    inflater->phase = Ended;
    *input_count += inflater->aside_count + (size_t)(state->read_in_length - TRAILER_BITS) / 8;
    return __builtin_bswap32((uint32_t)state->read_in) == inflater->adler;
}

bool isal_inflater_run(
    ISALInflater *inflater, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count) {
    while (true) {
        switch (inflater->phase) {
        case BeforeBlock:
            switch (check_head(inflater, input, input_count)) {
            case DeflateHeadInvalid: return false;
            case DeflateHeadCutOff: return true;
            case DeflateHeadValid:
                if (!begin_block(inflater, input, input_count)) return false;
            }
            break;
        case InBlock: {
            const size_t before = *input_count + inflater->aside_count + *output_count;
            if (!run_block(inflater, input, input_count, output, output_count)) return false;
            if (inflater->phase != InBlock) break;
            if (*output_count == 0 || *input_count + inflater->aside_count == 0) return true;
            if (*input_count + inflater->aside_count + *output_count == before) return false; /* it goes no further */
            break;
        }
        case InTrailer: return run_trailer(inflater, input, input_count);
        case Ended: return true;
        }
    }
}

bool isal_inflater_has_ended(const ISALInflater *inflater) { return inflater->phase == Ended; }

bool isal_is_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

ISALInflater *isal_inflater_create(void) { return isal_is_there() ? create() : NULL; }

uint32_t isal_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
    return library.crc32_gzip_refl(crc, bytes, count);
}

uint32_t isal_adler(uint32_t adler, const uint8_t *bytes, size_t count) {
    return library.isal_adler32(adler, bytes, count);
}

#else

bool isal_is_there(void) { return false; }
ISALInflater *isal_inflater_create(void) { return NULL; }
void isal_inflater_destroy(ISALInflater *inflater) { (void)inflater; }

bool isal_inflater_run(
    ISALInflater *inflater, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count) {
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

uint32_t isal_adler(uint32_t adler, const uint8_t *bytes, size_t count) {
    (void)bytes, (void)count;
    return adler;
}

#endif
