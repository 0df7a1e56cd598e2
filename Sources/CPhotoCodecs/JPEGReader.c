#include "JPEGReader.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#include "ByteSource.h"
#include "JPEGEnd.h"
#include "JPEGErrors.h"
#include "JPEGFastPath.h"
#include "JPEGHeight.h"
#include "JPEGPart.h"
#include "JPEGPieces.h"

/* The maximum number of bytes before the first scan outside any segment; only junk is longer. */
enum { MAX_JUNK = 16 << 20 };

/* The requests made so far, so that they can be repeated by libjpeg alone. */
typedef struct Request {
    int eighths;
    JDIMENSION width, height; /* the size of the output */
    bool is_cropped;
    JDIMENSION left, across;   /* as requested */
    JDIMENSION first, columns; /* as they are */
    /* Rows are skipped and then read, at most twice. */
    struct {
        uint32_t skipped, read;
    } runs[2];
    int run;
} Request;

struct CJPEGReader {
    struct jpeg_decompress_struct codec;
    /* Each is NULL if libjpeg decodes alone, or the picture isn't of its kind. */
    JPEGHuffman *huffman;
    JPEGProgression *progression;
    uint64_t begin, end;   /* of the picture in the file; `end` is 0 for the end of the file */
    uint64_t scan_end;     /* where the last scan so far seems to end, before a marker that is known to follow */
    bool ends_with_marker; /* whether that marker is known */
    bool has_every_pixel;  /* as of the last step; a frame header behind the pixels spoils what this follows from */
    JPEGHeight height;     /* where the frame header has none */
    bool uses_libjpeg_alone;
    bool keeps_grey;     /* whether rows of a grey picture have one sample for each pixel */
    bool needs_fallback; /* they have met something that libjpeg must decide on */
    Request request;
    uint8_t *unused_row; /* where rows go that nobody wants; NULL before start */
    JPEGErrors errors;
    struct jpeg_source_mgr input;
    struct jpeg_progress_mgr progress;
    ByteSource source;
    JPEGPieces pieces; /* of the source's buffer */
    size_t read_since_skip;
    int max_scans;
};

static void begin_input(j_decompress_ptr codec) { (void)codec; }
static void end_input(j_decompress_ptr codec) { (void)codec; }

static boolean fill_input(j_decompress_ptr codec) {
    CJPEGReader *reader = codec->client_data;
    if (jpeg_pieces_next(&reader->pieces, codec)) return TRUE;
    if (!reader->errors.scan_started && reader->read_since_skip > MAX_JUNK)
        jpeg_errors_leave(&reader->errors, CPhotoStatusDamaged, "no picture follows its first bytes");
    size_t count = byte_source_fill(&reader->source);
    reader->read_since_skip += count;
    if (count == 0) {
        reader->errors.faults.errnum = reader->source.errnum;
        if (reader->source.errnum) jpeg_errors_leave(&reader->errors, CPhotoStatusReadFailed, "");
        /* The file ends here. Give libjpeg an end marker each time that it requests data. */
        reader->errors.faults.end_missing = true;
        reader->source.buffer[0] = 0xFF;
        reader->source.buffer[1] = 0xD9;
        count = 2;
    } else {
        jpeg_height_put(&reader->height, &reader->source, count);
    }
    jpeg_pieces_begin(&reader->pieces, codec, reader->source.buffer, count);
    return TRUE;
}

static void skip_input(j_decompress_ptr codec, long count) {
    CJPEGReader *reader = codec->client_data;
    reader->read_since_skip = 0;
    if (count > 0) reader->source.offset += jpeg_pieces_skip(&reader->pieces, codec, (size_t)count);
}

/* Call only while no scan is being read. */
static void note_scan_end(CJPEGReader *reader) {
    reader->scan_end = reader->source.offset - reader->pieces.held - reader->input.bytes_in_buffer;
    reader->ends_with_marker = reader->codec.unread_marker != 0;
    if (reader->ends_with_marker) reader->scan_end -= 2;
}

static boolean decode_scan_mcu(j_decompress_ptr codec, JBLOCKROW *blocks) {
    CJPEGReader *reader = codec->client_data;
    if (jpeg_progression_decode_mcu(reader->progression, codec, blocks)) return TRUE;
    reader->needs_fallback = true;
    jpeg_errors_leave(&reader->errors, CPhotoStatusDamaged, "");
}

/* Has `decode_scan_mcu` decode a scan of a progressive picture, if it can. */
static void follow_scans(CJPEGReader *reader) {
    j_decompress_ptr codec = &reader->codec;
    if (!codec->progressive_mode || reader->uses_libjpeg_alone || cjpeg_fast_path() != CPhotoFastPathUsed) return;
    if (jpeg_fast_path_follow(codec, &reader->progression, decode_scan_mcu)) return;
    reader->uses_libjpeg_alone = true;
    if (!reader->progression) return;
    reader->needs_fallback = true;
    jpeg_errors_leave(&reader->errors, CPhotoStatusDamaged, "");
}

static void watch_scans(j_common_ptr common) {
    CJPEGReader *reader = common->client_data;
    if (!jpeg_input_complete(&reader->codec)) {
        reader->has_every_pixel = jpeg_end_has_every_pixel(&reader->codec);
        if (reader->has_every_pixel) note_scan_end(reader);
    }
    if (reader->codec.input_scan_number > reader->max_scans)
        jpeg_errors_leave(&reader->errors, CPhotoStatusTooManyScans, "too many scans");
    if (!jpeg_input_complete(&reader->codec)) follow_scans(reader);
}

CJPEGReader *cjpeg_reader_create(int descriptor, uint64_t begin, uint64_t end) {
    CJPEGReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->source.descriptor = descriptor;
    reader->begin = reader->source.offset = begin;
    reader->end = reader->source.end = end;
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
    jpeg_huffman_free(reader->huffman);
    jpeg_progression_free(reader->progression);
    jpeg_destroy_decompress(&reader->codec);
    free(reader->unused_row);
    free(reader);
}

struct jpeg_decompress_struct *jpeg_reader_codec(CJPEGReader *reader) {
    return &reader->codec;
}

void cjpeg_reader_use_libjpeg_alone(CJPEGReader *reader) { reader->uses_libjpeg_alone = true; }
void cjpeg_reader_keep_grey(CJPEGReader *reader) { reader->keeps_grey = true; }
bool cjpeg_reader_uses_libjpeg_alone(const CJPEGReader *reader) { return !reader->huffman && !reader->progression; }

void cjpeg_reader_set_cancellation_check(CJPEGReader *reader, CPhotoCancellationCheck check, const void *context) {
    reader->source.is_cancelled = check;
    reader->source.cancellation_context = context;
}

void cjpeg_reader_set_observer(CJPEGReader *reader, CPhotoReadObserver observer, void *context) {
    reader->source.observer = observer;
    reader->source.observer_context = context;
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
    /* Our own decoder of scans has 8 bytes more for each block. */
    return blocks * (sizeof(JBLOCK) + (codec->progressive_mode ? sizeof(uint64_t) : 0));
}

static CPhotoStatus read_header(CJPEGReader *reader, CJPEGHeader *header) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    jpeg_read_header(&reader->codec, TRUE);
    /* libjpeg-turbo 3 would only notice at the first row. */
    if (reader->codec.data_precision != 8) ERREXIT1(&reader->codec, JERR_BAD_PRECISION, reader->codec.data_precision);
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

/* Makes libjpeg start again at the beginning of the file. */
static void rewind_file(CJPEGReader *reader) {
    jpeg_abort_decompress(&reader->codec);
    jpeg_progression_free(reader->progression);
    reader->progression = NULL;
    reader->errors.faults = (CPhotoFaults){0};
    reader->errors.message[0] = 0;
    reader->errors.scan_started = false;
    reader->errors.is_behind_table = reader->errors.may_lack_scan = false;
    reader->errors.has_junk_behind_pixels = false;
    reader->has_every_pixel = false;
    reader->source.offset = reader->begin;
    reader->input.bytes_in_buffer = reader->pieces.held = 0;
    reader->read_since_skip = 0;
}

CPhotoStatus cjpeg_reader_read_header(CJPEGReader *reader, CJPEGHeader *header) {
    CPhotoStatus status = read_header(reader, header);
    bool is_empty = status == CPhotoStatusDamaged && reader->errors.manager.msg_code == JERR_EMPTY_IMAGE;
    if (!is_empty || reader->height.offset != 0) return status;
    reader->source.offset = reader->begin;
    reader->height = jpeg_height_find(&reader->source);
    if (reader->source.errnum) {
        reader->errors.faults.errnum = reader->source.errnum;
        return CPhotoStatusReadFailed;
    }
    if (reader->height.offset == 0) return status;
    rewind_file(reader);
    return read_header(reader, header);
}

static boolean decode_mcu(j_decompress_ptr codec, JBLOCKROW *blocks) {
    CJPEGReader *reader = codec->client_data;
    if (jpeg_huffman_decode_mcu(reader->huffman, codec, blocks)) return TRUE;
    reader->needs_fallback = true;
    jpeg_errors_leave(&reader->errors, CPhotoStatusDamaged, "");
}

/* Has `decode_mcu` decode the scan, if it can. */
static void install_huffman(CJPEGReader *reader) {
    if (reader->uses_libjpeg_alone || cjpeg_fast_path() != CPhotoFastPathUsed) return;
    reader->huffman = jpeg_fast_path_start(&reader->codec, decode_mcu);
}

static CPhotoStatus start(CJPEGReader *reader) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    struct jpeg_decompress_struct *codec = &reader->codec;
    bool inks = codec->jpeg_color_space == JCS_CMYK || codec->jpeg_color_space == JCS_YCCK;
    bool is_grey = reader->keeps_grey && codec->jpeg_color_space == JCS_GRAYSCALE;
    codec->out_color_space = inks ? JCS_CMYK : is_grey ? JCS_GRAYSCALE : JCS_EXT_RGBX;
    codec->scale_num = (unsigned)reader->request.eighths;
    codec->scale_denom = 8;
    jpeg_pieces_make_small(&reader->pieces, codec, !codec->progressive_mode && !codec->arith_code);
    jpeg_start_decompress(codec);
    install_huffman(reader);
    if (reader->huffman) jpeg_pieces_make_small(&reader->pieces, codec, false);
    return CPhotoStatusDone;
}

static bool is_refused(CPhotoStatus status) {
    return status == CPhotoStatusDamaged || status == CPhotoStatusUnsupported;
}

/* Whether there are only zeros where the last scan ends, of which missing pixels may have been made. */
static bool is_end_blank(const CJPEGReader *reader) {
    return !reader->ends_with_marker &&
           jpeg_end_is_blank(reader->source.descriptor, reader->begin, reader->scan_end, reader->end);
}

/* Whether the scans of a progressive picture, which have all been read, are certainly intact. Reading that failed, was
 * cancelled or had no memory would fail with libjpeg alone, too. */
static bool are_scans_certain(const CJPEGReader *reader, CPhotoStatus status) {
    if (status != CPhotoStatusDone) return !is_refused(status);
    const CPhotoFaults *faults = &reader->errors.faults;
    return faults->warnings == 0 && !faults->end_missing && jpeg_end_is_fully_refined(&reader->codec);
}

static CPhotoStatus start_again(CJPEGReader *reader) {
    CJPEGHeader header;
    reader->has_every_pixel = false;
    rewind_file(reader);
    CPhotoStatus status = cjpeg_reader_read_header(reader, &header);
    return status == CPhotoStatusDone ? start(reader) : status;
}

static CPhotoStatus start_with_libjpeg_alone(CJPEGReader *reader) {
    reader->uses_libjpeg_alone = true;
    reader->needs_fallback = false;
    return start_again(reader);
}

/* Starts again as if the file ended after the last scan. */
static CPhotoStatus start_up_to_scan_end(CJPEGReader *reader) {
    reader->source.end = reader->scan_end;
    return start_again(reader);
}

CPhotoStatus cjpeg_reader_start(CJPEGReader *reader, int eighths, int max_scans, uint32_t *width, uint32_t *height) {
    reader->max_scans = max_scans;
    reader->request.eighths = eighths;
    CPhotoStatus status = start(reader);
    if (reader->progression && !are_scans_certain(reader, status)) status = start_with_libjpeg_alone(reader);
    if (is_refused(status) && reader->has_every_pixel && !is_end_blank(reader)) status = start_up_to_scan_end(reader);
    if (status != CPhotoStatusDone) return status;
    *width = reader->request.width = reader->codec.output_width;
    *height = reader->request.height = reader->codec.output_height;
    reader->unused_row = malloc(4 * (size_t)reader->request.width);
    return reader->unused_row ? CPhotoStatusDone : CPhotoStatusOutOfMemory;
}

static CPhotoStatus crop(CJPEGReader *reader, JDIMENSION *left, JDIMENSION *across) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    if (jpeg_part_can_crop(&reader->codec)) {
        jpeg_crop_scanline(&reader->codec, left, across);
    } else {
        *left = 0;
        *across = reader->codec.output_width;
    }
    return CPhotoStatusDone;
}

CPhotoStatus cjpeg_reader_crop(CJPEGReader *reader, uint32_t *x, uint32_t *width) {
    Request *request = &reader->request;
    request->first = request->left = *x;
    request->columns = request->across = *width;
    request->is_cropped = true;
    CPhotoStatus status = crop(reader, &request->first, &request->columns);
    *x = request->first;
    *width = request->columns;
    return status;
}

/* libjpeg-turbo skips correctly only from the beginning of a row of MCUs. From elsewhere it may count rows twice,
 * decode a row of MCUs that doesn't exist, or wait for one for ever (2.1.5, with a sampling factor of 4). So the
 * rows before that are read. */
static CPhotoStatus skip(CJPEGReader *reader, uint32_t rows) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    uint32_t before = jpeg_part_rows_to_boundary(&reader->codec);
    if (before > rows) before = rows;
    for (uint32_t i = 0; i < before; i++) jpeg_read_scanlines(&reader->codec, &reader->unused_row, 1);
    if (rows > before) jpeg_skip_scanlines(&reader->codec, rows - before);
    return CPhotoStatusDone;
}

static CPhotoStatus read_row(CJPEGReader *reader, uint8_t *row) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    jpeg_read_scanlines(&reader->codec, &row, 1);
    return CPhotoStatusDone;
}

static CPhotoStatus repeat_rows(CJPEGReader *reader) {
    CPhotoStatus status = CPhotoStatusDone;
    for (int i = 0; status == CPhotoStatusDone && i <= reader->request.run; i++) {
        if (reader->request.runs[i].skipped) status = skip(reader, reader->request.runs[i].skipped);
        for (uint32_t y = 0; status == CPhotoStatusDone && y < reader->request.runs[i].read; y++)
            status = read_row(reader, reader->unused_row);
    }
    return status;
}

static CPhotoStatus report_change(CJPEGReader *reader) {
    reader->errors.faults.errnum = ESTALE;
    return CPhotoStatusReadFailed;
}

/* Starts the file again and repeats everything done so far with libjpeg alone. */
static CPhotoStatus begin_again(CJPEGReader *reader) {
    jpeg_huffman_free(reader->huffman);
    reader->huffman = NULL;
    reader->uses_libjpeg_alone = true;
    reader->needs_fallback = false;
    rewind_file(reader);

    const Request *request = &reader->request;
    CJPEGHeader header;
    CPhotoStatus status = cjpeg_reader_read_header(reader, &header);
    if (status == CPhotoStatusDone) status = start(reader);
    if (status != CPhotoStatusDone) return status;
    JDIMENSION left = request->left, across = request->across;
    if (request->is_cropped) status = crop(reader, &left, &across);
    if (status != CPhotoStatusDone) return status;
    /* The caller's memory would be too small for other columns. */
    if (request->is_cropped ? left != request->first || across != request->columns
                            : reader->codec.output_width != request->width)
        return report_change(reader);
    if (reader->codec.output_height != request->height) return report_change(reader);
    return repeat_rows(reader);
}

CPhotoStatus cjpeg_reader_skip(CJPEGReader *reader, uint32_t rows) {
    Request *request = &reader->request;
    if (request->runs[request->run].read && request->run == 0) request->run++;
    assert(!request->runs[request->run].read);
    CPhotoStatus status = skip(reader, rows);
    if (reader->needs_fallback) {
        status = begin_again(reader);
        if (status == CPhotoStatusDone) status = skip(reader, rows);
    }
    request->runs[request->run].skipped += rows;
    return status;
}

CPhotoStatus cjpeg_reader_read_row(CJPEGReader *reader, uint8_t *row) {
    CPhotoStatus status = read_row(reader, row);
    if (reader->needs_fallback) {
        status = begin_again(reader);
        if (status == CPhotoStatusDone) status = read_row(reader, row);
    }
    reader->request.runs[reader->request.run].read++;
    return status;
}

/* Reads to the end marker. */
static CPhotoStatus read_end(CJPEGReader *reader) {
    if (setjmp(reader->errors.error_jump)) return reader->errors.status;
    jpeg_finish_decompress(&reader->codec);
    return CPhotoStatusDone;
}

CPhotoStatus cjpeg_reader_finish(CJPEGReader *reader) {
    /* Finishing frees the data that these functions read. By now every scan of a multi-scan file has been read. */
    const bool is_complete = jpeg_end_has_all_components(&reader->codec);
    const bool is_refined = jpeg_end_is_fully_refined(&reader->codec);
    const bool has_every_pixel = jpeg_end_has_every_pixel(&reader->codec);
    if (!jpeg_input_complete(&reader->codec)) note_scan_end(reader);
    CPhotoStatus status = read_end(reader);
    CPhotoFaults *faults = &reader->errors.faults;
    const bool has_junk = faults->end_missing && reader->errors.has_junk_behind_pixels;
    const bool is_foreign = is_refused(status) || has_junk || reader->source.end != reader->end;
    if (is_foreign && has_every_pixel && !is_end_blank(reader) && jpeg_errors_forgive_end(&reader->errors))
        return CPhotoStatusDone;
    if (status != CPhotoStatusDone) return status;
    /* A file with an end marker was written like this, however little it contains; one without was truncated. */
    const bool may_lack_scan = faults->end_missing || reader->errors.may_lack_scan;
    if (may_lack_scan && !(is_complete && is_refined)) faults->pixels_lost = true;
    if (!is_complete && faults->warnings++ == 0) strcpy(reader->errors.message, "a colour channel is missing");
    return CPhotoStatusDone;
}
