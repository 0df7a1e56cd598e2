#include "JPEGWriter.h"

#include <stdbool.h>
#include <stdlib.h>

#include "ByteSink.h"
#include "JPEGErrors.h"

/* The size in bytes of the pieces in which libjpeg writes. */
enum { PIECE = 64 * 1024 };

struct CJPEGWriter {
    struct jpeg_compress_struct codec;
    JPEGErrors errors;
    struct jpeg_destination_mgr output;
    ByteSink sink;
    bool is_progressive;
};

static void make_room(CJPEGWriter *writer) {
    if (!byte_sink_reserve(&writer->sink, PIECE))
        jpeg_errors_leave(&writer->errors, CPhotoStatusOutOfMemory, "out of memory");
    writer->output.next_output_byte = writer->sink.bytes + writer->sink.count;
    writer->output.free_in_buffer = PIECE;
}

static void begin_output(j_compress_ptr codec) { make_room(codec->client_data); }

static boolean empty_output(j_compress_ptr codec) {
    CJPEGWriter *writer = codec->client_data;
    writer->sink.count += PIECE; /* the whole piece is full, whatever free_in_buffer says */
    make_room(writer);
    return TRUE;
}

static void end_output(j_compress_ptr codec) {
    CJPEGWriter *writer = codec->client_data;
    writer->sink.count += PIECE - writer->output.free_in_buffer;
}

CJPEGWriter *cjpeg_writer_create(void) {
    CJPEGWriter *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    writer->codec.err = jpeg_errors_begin(&writer->errors);
    if (setjmp(writer->errors.error_jump)) {
        free(writer);
        return NULL;
    }
    jpeg_create_compress(&writer->codec);
    writer->codec.client_data = writer;
    writer->output.init_destination = begin_output;
    writer->output.empty_output_buffer = empty_output;
    writer->output.term_destination = end_output;
    writer->codec.dest = &writer->output;
    return writer;
}

void cjpeg_writer_destroy(CJPEGWriter *writer) {
    if (!writer) return;
    jpeg_destroy_compress(&writer->codec);
    byte_sink_free(&writer->sink);
    free(writer);
}

const struct jpeg_compress_struct *jpeg_writer_codec(const CJPEGWriter *writer) { return &writer->codec; }
void jpeg_writer_set_progressive(CJPEGWriter *writer, bool is_progressive) { writer->is_progressive = is_progressive; }
const char *cjpeg_writer_message(const CJPEGWriter *writer) { return writer->errors.message; }

const uint8_t *cjpeg_writer_output(const CJPEGWriter *writer, size_t *count) {
    *count = writer->sink.count;
    return writer->sink.bytes;
}

void cjpeg_writer_clear_output(CJPEGWriter *writer) {
    /* libjpeg may hold a partly filled piece after the complete ones; move it to the front. */
    size_t partial = writer->output.next_output_byte ? PIECE - writer->output.free_in_buffer : 0;
    const uint8_t *piece = writer->sink.bytes + writer->sink.count;
    for (size_t i = 0; i < partial; i++) writer->sink.bytes[i] = piece[i];
    writer->sink.count = 0;
    writer->output.next_output_byte = writer->sink.bytes + partial;
}

/* Begins a picture whose kind of pixels is known. */
static void start(
    CJPEGWriter *writer, uint32_t width, uint32_t height, int quality, int chroma_factor, uint16_t density) {
    struct jpeg_compress_struct *codec = &writer->codec;
    codec->image_width = width;
    codec->image_height = height;
    jpeg_set_defaults(codec);
    jpeg_set_quality(codec, quality, TRUE);
    codec->comp_info[0].h_samp_factor = codec->comp_info[0].v_samp_factor = chroma_factor;
    if (density) {
        codec->density_unit = 1; /* dots per inch */
        codec->X_density = codec->Y_density = density;
    }
    if (writer->is_progressive) jpeg_simple_progression(codec);
    jpeg_start_compress(codec, TRUE);
}

CPhotoStatus cjpeg_writer_start(
    CJPEGWriter *writer, uint32_t width, uint32_t height, int quality, bool halve_colour, uint16_t density) {
    if (setjmp(writer->errors.error_jump)) return writer->errors.status;
    writer->codec.input_components = 4;
    writer->codec.in_color_space = JCS_EXT_RGBX;
    start(writer, width, height, quality, halve_colour ? 2 : 1, density);
    return CPhotoStatusDone;
}

CPhotoStatus cjpeg_writer_start_grey(CJPEGWriter *writer, uint32_t width, uint32_t height, int quality) {
    if (setjmp(writer->errors.error_jump)) return writer->errors.status;
    writer->codec.input_components = 1;
    writer->codec.in_color_space = JCS_GRAYSCALE;
    start(writer, width, height, quality, 1, 0);
    return CPhotoStatusDone;
}

CPhotoStatus cjpeg_writer_add_segment(CJPEGWriter *writer, int marker, const uint8_t *bytes, size_t count) {
    if (setjmp(writer->errors.error_jump)) return writer->errors.status;
    jpeg_write_marker(&writer->codec, marker, bytes, (unsigned)count);
    return CPhotoStatusDone;
}

CPhotoStatus cjpeg_writer_write_headers(CJPEGWriter *writer) {
    if (setjmp(writer->errors.error_jump)) return writer->errors.status;
    /* libjpeg writes the headers before the first rows, even if there are zero rows. */
    jpeg_write_scanlines(&writer->codec, NULL, 0);
    writer->sink.count += PIECE - writer->output.free_in_buffer;
    make_room(writer);
    return CPhotoStatusDone;
}

CPhotoStatus cjpeg_writer_write_rows(CJPEGWriter *writer, const uint8_t *pixels, size_t stride, uint32_t rows) {
    if (setjmp(writer->errors.error_jump)) return writer->errors.status;
    for (uint32_t y = 0; y < rows; y++) {
        JSAMPROW row = (JSAMPROW)(uintptr_t)(pixels + stride * y);
        jpeg_write_scanlines(&writer->codec, &row, 1);
    }
    return CPhotoStatusDone;
}

CPhotoStatus cjpeg_writer_finish(CJPEGWriter *writer) {
    if (setjmp(writer->errors.error_jump)) return writer->errors.status;
    jpeg_finish_compress(&writer->codec);
    writer->output.next_output_byte = NULL;
    return CPhotoStatusDone;
}
