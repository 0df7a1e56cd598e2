#include "PNGSource.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ISALInflater.h"
#include "PNGDataChunks.h"
#include "PNGFilters.h"

enum {
    BUFFERS = 3,
    BUFFER_BYTES = 192 * 1024, /* of most pictures, so that all buffers fit into a core's own cache */
    MAX_BUFFER = 512 * 1024,   /* where that makes room for as many rows as their filters are undone at once */
    MAX_ROW = 1024 * 1024,
    STREAM_HEAD = 2
};

/* Some rows of one pass. */
typedef struct Buffer {
    uint8_t *bytes; /* behind ISAL_HISTORY bytes: what was inflated before, while it is filled */
    size_t rows;
    size_t stride; /* bytes of a row with its filter's number */
    bool is_last;
} Buffer;

struct PNGSource {
    PNGPasses passes;
    Buffer buffers[BUFFERS];
    uint8_t *memory, *zeros; /* of the buffers; a row of zeros */

    /* Used by the thread that prepares. */
    PNGInput *input;
    PNGDataChunks chunks;
    ISALInflater *inflater;
    uint8_t head[STREAM_HEAD];
    size_t head_count;
    const uint8_t *data; /* what has not been inflated yet of the input */
    size_t data_count;
    uint8_t *output; /* what has not been filled yet of the current buffer */
    size_t output_count;
    bool is_filling; /* there is a current buffer */
    int pass;        /* of the next buffer, and the row of that pass that it begins with */
    uint32_t row;
    const uint8_t *above;

    /* Used by the reader. */
    size_t next_row; /* of the buffer that is read */

    pthread_mutex_t mutex;
    pthread_cond_t changed;
    /* Used with the mutex. */
    size_t prepared, taken;       /* how many buffers have been prepared so far, and given back by the reader */
    bool is_preparing, has_ended; /* nothing more is prepared: the rows are complete, or the file is doubtful */
};

/* ---- Preparing ---- */

/* Whether zlib takes the stream's head and would find every earlier byte in a window of the size that it states. */
static bool is_plain(const uint8_t *head, const PNGPasses *passes) {
    enum { DEFLATE = 8, DICTIONARY = 0x20, MAX_WINDOW_BITS = 7 };
    int window_bits = head[0] >> 4;
    if ((head[0] * 256 + head[1]) % 31 != 0 || (head[0] & 15) != DEFLATE || (head[1] & DICTIONARY)) return false;
    if (window_bits >= MAX_WINDOW_BITS) return window_bits == MAX_WINDOW_BITS;
    uint64_t total = 0;
    for (int i = 0; i < passes->count; i++) total += passes->passes[i].rows * (passes->passes[i].row_bytes + 1);
    return total <= (256u << window_bits);
}

static Buffer *filling(PNGSource *source) { return &source->buffers[source->prepared % BUFFERS]; }

/* How many rows of a pass a buffer has. */
static size_t buffer_rows(const PNGPasses *passes, const PNGPass *pass) {
    const size_t stride = pass->row_bytes + 1, at_once = png_filter_rows_at_once(passes->pixel_bytes);
    size_t rows = BUFFER_BYTES / stride;
    if (rows > at_once) rows -= rows % at_once;
    else if (at_once * stride <= MAX_BUFFER) rows = at_once;
    if (rows > pass->rows) rows = pass->rows;
    return rows > 0 ? rows : 1;
}

/* Begins the next buffer. */
static void begin_buffer(PNGSource *source) {
    const PNGPass *pass = &source->passes.passes[source->pass];
    Buffer *buffer = filling(source);
    buffer->stride = pass->row_bytes + 1;
    buffer->rows = buffer_rows(&source->passes, pass);
    if (buffer->rows > pass->rows - source->row) buffer->rows = pass->rows - source->row;
    if (source->row == 0) source->above = source->zeros;
    source->row += (uint32_t)buffer->rows;
    if (source->row == pass->rows) {
        source->pass++;
        source->row = 0;
    }
    buffer->is_last = source->pass == source->passes.count;
    source->output = buffer->bytes;
    source->output_count = buffer->rows * buffer->stride;
    source->is_filling = true;
}

static bool end_buffer(PNGSource *source) {
    Buffer *buffer = filling(source);
    uint8_t *next = source->buffers[(source->prepared + 1) % BUFFERS].bytes;
    memcpy(next - ISAL_HISTORY, source->output - ISAL_HISTORY, ISAL_HISTORY);
    source->is_filling = false;
    if (!png_unfilter_rows(buffer->bytes, buffer->rows, source->above, buffer->stride - 1, source->passes.pixel_bytes))
        return false;
    source->above = buffer->bytes + (buffer->rows - 1) * buffer->stride + 1;
    return true;
}

/* Inflates what is behind the last row: the end of the stream, and no more bytes. */
static bool run_past_rows(PNGSource *source) {
    uint8_t *output = source->output; /* in the padding behind the rows */
    size_t count = 1;
    return isal_inflater_run(source->inflater, &source->data, &source->data_count, &output, &count) && count == 1;
}

/* Inflates as much as there is into the current buffer. Returns false if the stream is broken, or has more or less
 * bytes than the rows need. */
static bool inflate_data(PNGSource *source) {
    ISALInflater *inflater = source->inflater;
    const bool is_last = filling(source)->is_last;
    if (source->head_count < STREAM_HEAD || isal_inflater_has_ended(inflater)) return true;
    if (source->output_count > 0 &&
        !isal_inflater_run(inflater, &source->data, &source->data_count, &source->output, &source->output_count))
        return false;
    const bool is_full = source->output_count == 0;
    if (is_full && is_last && !isal_inflater_has_ended(inflater) && !run_past_rows(source)) return false;
    if (isal_inflater_has_ended(inflater)) return is_full && is_last && source->data_count == 0;
    return source->data_count == 0 || (is_full && !is_last);
}

/* Gets the next data out of the input's buffer; the stream's head is put aside. */
static PNGDataStatus next_data(PNGSource *source) {
    if (source->data_count > 0) return PNGDataDone;
    PNGDataStatus status = png_data_chunks_next(&source->chunks, &source->data, &source->data_count);
    if (status != PNGDataDone) return status;
    while (source->head_count < STREAM_HEAD && source->data_count > 0) {
        source->head[source->head_count++] = *source->data++;
        source->data_count--;
        if (source->head_count == STREAM_HEAD && !is_plain(source->head, &source->passes)) return PNGDataBroken;
    }
    return PNGDataDone;
}

/* Fills the current buffer, or a part of it: the input is filled only once. */
static PNGDataStatus fill_buffer(PNGSource *source) {
    for (bool was_read = false;;) {
        if (!inflate_data(source)) return PNGDataBroken;
        bool has_ended = isal_inflater_has_ended(source->inflater);
        if (source->output_count == 0 && !filling(source)->is_last) return PNGDataDone;
        PNGDataStatus status = has_ended ? png_data_chunks_finish(&source->chunks) : next_data(source);
        if (status == PNGDataBroken || (status == PNGDataDone && has_ended)) return status;
        if (status != PNGDataUsedUp) continue;
        if (was_read) return PNGDataUsedUp;
        if (!png_input_fill(source->input)) return PNGDataBroken;
        was_read = true;
    }
}

static PNGDataStatus prepare(PNGSource *source) {
    if (!source->is_filling) begin_buffer(source);
    PNGDataStatus status = fill_buffer(source);
    if (status == PNGDataDone && !end_buffer(source)) status = PNGDataBroken;
    return status;
}

/* ---- The ring ---- */

static bool can_prepare(const PNGSource *source) {
    return !source->is_preparing && !source->has_ended && source->prepared - source->taken < BUFFERS;
}

bool png_source_can_prepare(PNGSource *source) {
    pthread_mutex_lock(&source->mutex);
    bool result = can_prepare(source);
    pthread_mutex_unlock(&source->mutex);
    return result;
}

bool png_source_is_waiting(PNGSource *source) {
    const Buffer *buffer = &source->buffers[source->taken % BUFFERS];
    const bool is_used_up = source->next_row > 0 && source->next_row == buffer->rows;
    if (source->next_row > 0 && !is_used_up) return false;
    pthread_mutex_lock(&source->mutex);
    bool result = source->is_preparing && source->prepared - source->taken == (is_used_up ? 1 : 0);
    pthread_mutex_unlock(&source->mutex);
    return result;
}

static bool prepare_buffer(PNGSource *source, bool is_observed) {
    pthread_mutex_lock(&source->mutex);
    bool is_mine = can_prepare(source);
    if (is_mine) source->is_preparing = true;
    pthread_mutex_unlock(&source->mutex);
    if (!is_mine) return false;

    source->input->source.is_unobserved = !is_observed;
    PNGDataStatus status = prepare(source);
    source->input->source.is_unobserved = false;

    pthread_mutex_lock(&source->mutex);
    source->is_preparing = false;
    if (status == PNGDataBroken) source->has_ended = true;
    if (status == PNGDataDone) source->has_ended |= filling(source)->is_last;
    if (status == PNGDataDone) source->prepared++;
    pthread_cond_signal(&source->changed);
    pthread_mutex_unlock(&source->mutex);
    return true;
}

bool png_source_prepare(PNGSource *source) { return prepare_buffer(source, false); }

void png_source_stop(PNGSource *source) {
    pthread_mutex_lock(&source->mutex);
    source->has_ended = true;
    while (source->is_preparing) pthread_cond_wait(&source->changed, &source->mutex);
    pthread_mutex_unlock(&source->mutex);
}

/* Waits for the thread that is preparing, if there is one. Returns whether the reader has a buffer now. */
static bool has_buffer(PNGSource *source, bool *has_ended) {
    pthread_mutex_lock(&source->mutex);
    if (source->prepared == source->taken && source->is_preparing) pthread_cond_wait(&source->changed, &source->mutex);
    bool result = source->prepared > source->taken;
    *has_ended = source->has_ended;
    pthread_mutex_unlock(&source->mutex);
    return result;
}

static void give_back(PNGSource *source) {
    source->next_row = 0;
    pthread_mutex_lock(&source->mutex);
    source->taken++;
    pthread_mutex_unlock(&source->mutex);
}

PNGSourceStatus png_source_next(
    PNGSource *source, CPhotoCancellationCheck is_cancelled, const void *context, const uint8_t **row, size_t *count,
    bool *is_last) {
    const Buffer *buffer = &source->buffers[source->taken % BUFFERS];
    if (source->next_row > 0 && source->next_row == buffer->rows) give_back(source);
    if (source->next_row == 0) {
        bool has_ended = false;
        do {
            if (is_cancelled && is_cancelled(context)) return PNGSourceCancelled;
            if (has_buffer(source, &has_ended)) break;
            if (has_ended) return PNGSourceFallback;
            prepare_buffer(source, true);
        } while (true);
        buffer = &source->buffers[source->taken % BUFFERS];
    }
    *row = buffer->bytes + source->next_row++ * buffer->stride;
    *count = buffer->stride;
    *is_last = buffer->is_last && source->next_row == buffer->rows;
    return PNGSourceRow;
}

/* ---- Its life ---- */

static bool allocate(PNGSource *source) {
    size_t widest = 0, bytes = 0;
    for (int i = 0; i < source->passes.count; i++) {
        const PNGPass *pass = &source->passes.passes[i];
        const size_t stride = pass->row_bytes + 1;
        if (stride > MAX_ROW) return false;
        if (stride > widest) widest = stride;
        if (stride * buffer_rows(&source->passes, pass) > bytes) bytes = stride * buffer_rows(&source->passes, pass);
    }
    bytes += ISAL_HISTORY + PNG_FILTER_PADDING;
    source->zeros = calloc(1, widest + PNG_FILTER_PADDING);
    source->memory = calloc(BUFFERS, bytes);
    if (!source->zeros || !source->memory) return false;
    for (int i = 0; i < BUFFERS; i++) source->buffers[i].bytes = source->memory + bytes * (size_t)i + ISAL_HISTORY;
    return true;
}

PNGSource *png_source_create(PNGInput *input, uint32_t length, const PNGPasses *passes) {
    PNGSource *source = calloc(1, sizeof *source);
    if (!source) return NULL;
    pthread_mutex_init(&source->mutex, NULL);
    pthread_cond_init(&source->changed, NULL);
    source->passes = *passes;
    source->input = input;
    source->inflater = isal_inflater_create();
    if (source->inflater && png_data_chunks_start(&source->chunks, input, length) && allocate(source)) return source;
    png_source_destroy(source);
    return NULL;
}

void png_source_destroy(PNGSource *source) {
    if (!source) return;
    isal_inflater_destroy(source->inflater);
    pthread_cond_destroy(&source->changed);
    pthread_mutex_destroy(&source->mutex);
    free(source->memory);
    free(source->zeros);
    free(source);
}
