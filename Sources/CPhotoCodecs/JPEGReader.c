#include "CPhotoCodecs.h"

#include <stdlib.h>
#include <string.h>

#include "ByteSource.h"
#include "JPEGErrors.h"

/* Maximum bytes read before the first scan without a segment to skip; only junk is longer. */
enum { MAX_JUNK = 16 << 20 };

struct CJPEGReader {
    struct jpeg_decompress_struct codec;
    JPEGErrors errors;
    struct jpeg_source_mgr input;
    struct jpeg_progress_mgr progress;
    ByteSource source;
    size_t read_since_skip;
    int max_scans;
};

static void begin_input(j_decompress_ptr codec) { (void)codec; }
static void end_input(j_decompress_ptr codec) { (void)codec; }

static boolean fill_input(j_decompress_ptr codec) {
    CJPEGReader *reader = codec->client_data;
    if (!reader->errors.scan_started && reader->read_since_skip > MAX_JUNK)
        jpeg_errors_leave(&reader->errors, CPhotoStatusDamaged, "no picture comes after its first bytes");
    size_t count = byte_source_fill(&reader->source);
    reader->read_since_skip += count;
    if (count == 0) {
        reader->errors.faults.errnum = reader->source.errnum;
        if (reader->source.errnum) jpeg_errors_leave(&reader->errors, CPhotoStatusReadFailed, "");
        /* The file ends here: give libjpeg an end marker as often as it requests data. */
        reader->errors.faults.end_missing = true;
        reader->source.buffer[0] = 0xFF;
        reader->source.buffer[1] = 0xD9;
        count = 2;
    }
    reader->input.next_input_byte = reader->source.buffer;
    reader->input.bytes_in_buffer = count;
    return TRUE;
}

static void skip_input(j_decompress_ptr codec, long count) {
    CJPEGReader *reader = codec->client_data;
    reader->read_since_skip = 0;
    if (count <= 0) return;
    size_t wanted = (size_t)count;
    if (wanted <= reader->input.bytes_in_buffer) {
        reader->input.next_input_byte += wanted;
        reader->input.bytes_in_buffer -= wanted;
        return;
    }
    reader->source.offset += wanted - reader->input.bytes_in_buffer;
    reader->input.bytes_in_buffer = 0;
}

static void watch_scans(j_common_ptr common) {
    CJPEGReader *reader = common->client_data;
    if (reader->codec.input_scan_number > reader->max_scans)
        jpeg_errors_leave(&reader->errors, CPhotoStatusTooManyScans, "too many scans");
}

CJPEGReader *cjpeg_reader_create(int descriptor, uint64_t begin, uint64_t end) {
    CJPEGReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->source.descriptor = descriptor;
    reader->source.offset = begin;
    reader->source.end = end;
    reader->codec.err = jpeg_errors_begin(&reader->errors);
    if (setjmp(reader->errors.error_jump)) {
        free(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->codec);
    reader->codec.client_data = reader;
    reader->input.init_source = begin_input;
    reader->input.fill_input_buffer = fill_input;
    reader->input.skip_input_data = skip_input;
    reader->input.resync_to_restart = jpeg_resync_to_restart;
    reader->input.term_source = end_input;
    reader->codec.src = &reader->input;
    reader->max_scans = INT32_MAX;
    reader->progress.progress_monitor = watch_scans;
    reader->codec.progress = &reader->progress;
    return reader;
}

void cjpeg_reader_destroy(CJPEGReader *reader) {
    if (!reader) return;
    jpeg_destroy_decompress(&reader->codec);
    free(reader);
}

void cjpeg_reader_set_cancellation_check(CJPEGReader *reader, CPhotoCancellationCheck check, const void *context) {
    reader->source.is_cancelled = check;
    reader->source.cancellation_context = context;
}

const char *cjpeg_reader_message(const CJPEGReader *reader) { return reader->errors.message; }
CPhotoFaults cjpeg_reader_faults(const CJPEGReader *reader) { return reader->errors.faults; }

static uint64_t coefficient_bytes(const struct jpeg_decompress_struct *codec) {
    uint64_t blocks = 0;
    for (int i = 0; i < codec->num_components; i++) {
        const jpeg_component_info *part = &codec->comp_info[i];
        uint64_t across = (part->width_in_blocks + part->h_samp_factor - 1) / part->h_samp_factor;
        uint64_t down = (part->height_in_blocks + part->v_samp_factor - 1) / part->v_samp_factor;
        blocks += across * part->h_samp_factor * down * part->v_samp_factor;
    }
    return blocks * sizeof(JBLOCK);
}

CPhotoStatus cjpeg_reader_read_header(CJPEGReader *reader, CJPEGHeader *header) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    jpeg_read_header(&reader->codec, TRUE);
    reader->errors.scan_started = true;
    const struct jpeg_decompress_struct *codec = &reader->codec;
    header->width = codec->image_width;
    header->height = codec->image_height;
    header->components = codec->num_components;
    header->inks = codec->jpeg_color_space == JCS_CMYK || codec->jpeg_color_space == JCS_YCCK;
    header->inverted_inks = codec->saw_Adobe_marker;
    header->coefficient_bytes = jpeg_has_multiple_scans(&reader->codec) ? coefficient_bytes(codec) : 0;
    return CPhotoStatusDone;
}

CPhotoStatus cjpeg_reader_start(CJPEGReader *reader, int eighths, int max_scans,
                                uint32_t *width, uint32_t *height) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    struct jpeg_decompress_struct *codec = &reader->codec;
    reader->max_scans = max_scans;
    bool inks = codec->jpeg_color_space == JCS_CMYK || codec->jpeg_color_space == JCS_YCCK;
    codec->out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBX;
    codec->scale_num = (unsigned)eighths;
    codec->scale_denom = 8;
    jpeg_start_decompress(codec);
    *width = codec->output_width;
    *height = codec->output_height;
    return CPhotoStatusDone;
}

/* Whether libjpeg crops rows correctly. It computes a component's columns from the sampling factors alone. If the
 * component was scaled down by less than the others and still has to be upsampled, that is too few: smoothing then
 * leaves the last columns unwritten, possibly with uninitialised memory (libjpeg-turbo 2.1.5, 4:1:0 at half size). */
static bool can_crop(const struct jpeg_decompress_struct *codec) {
    for (int i = 0; i < codec->num_components; i++) {
        const jpeg_component_info *part = &codec->comp_info[i];
        bool is_enlarged = part->downsampled_width != codec->output_width || part->downsampled_height != codec->output_height;
        uint64_t samples = (uint64_t)codec->output_width * (unsigned)part->h_samp_factor;
        uint64_t estimated = (samples + (unsigned)codec->max_h_samp_factor - 1) / (unsigned)codec->max_h_samp_factor;
        if (is_enlarged && part->downsampled_width != estimated) return false;
    }
    return true;
}

CPhotoStatus cjpeg_reader_crop(CJPEGReader *reader, uint32_t *x, uint32_t *width) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    JDIMENSION left = *x, across = *width;
    if (can_crop(&reader->codec)) {
        jpeg_crop_scanline(&reader->codec, &left, &across);
    } else {
        left = 0;
        across = reader->codec.output_width;
    }
    *x = left;
    *width = across;
    return CPhotoStatusDone;
}

CPhotoStatus cjpeg_reader_skip(CJPEGReader *reader, uint32_t rows) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    jpeg_skip_scanlines(&reader->codec, rows);
    return CPhotoStatusDone;
}

CPhotoStatus cjpeg_reader_read_row(CJPEGReader *reader, uint8_t *row) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    jpeg_read_scanlines(&reader->codec, &row, 1);
    return CPhotoStatusDone;
}

/* Whether every component has had a scan. */
static bool is_complete(const struct jpeg_decompress_struct *codec) {
    for (int i = 0; i < codec->num_components; i++)
        if (!codec->comp_info[i].quant_table) return false; /* libjpeg sets it at the component's first scan */
    return true;
}

/* Whether every coefficient of a progressive picture has been received in full precision. */
static bool is_fully_refined(const struct jpeg_decompress_struct *codec) {
    if (!codec->progressive_mode || !codec->coef_bits) return true;
    for (int i = 0; i < codec->num_components; i++)
        for (int k = 0; k < DCTSIZE2; k++)
            if (codec->coef_bits[i][k] != 0) return false;
    return true;
}

CPhotoStatus cjpeg_reader_finish(CJPEGReader *reader) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    /* Finishing frees the data that these read. By now every scan of a multi-scan file has been read. */
    bool complete = is_complete(&reader->codec);
    bool refined = is_fully_refined(&reader->codec);
    jpeg_finish_decompress(&reader->codec);
    /* A file with an end marker was written that way, however little it holds; one without was truncated. */
    CPhotoFaults *faults = &reader->errors.faults;
    if (faults->end_missing && !(complete && refined)) faults->pixels_lost = true;
    if (!complete && faults->warnings++ == 0) strcpy(reader->errors.message, "a colour channel is missing");
    return CPhotoStatusDone;
}
