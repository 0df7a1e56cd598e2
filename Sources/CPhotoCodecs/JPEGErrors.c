#include "JPEGErrors.h"

#include <string.h>

#include <jerror.h>

#include "JPEGEnd.h"

/* A file with more warnings than this counts as damaged, whatever the warnings are. */
enum { MAX_WARNINGS = 100 };

/* The bytes of the shortest header of a scan, with its marker. */
enum { MIN_SCAN_HEADER = 10 };

static CPhotoStatus status_of(int code) {
    switch (code) {
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_COMPONENT_COUNT:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_NOT_COMPILED: return CPhotoStatusUnsupported;
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW: return CPhotoStatusTooLarge;
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE: return CPhotoStatusOutOfMemory;
    default: return CPhotoStatusDamaged;
    }
}

static void error_exit(j_common_ptr common) {
    JPEGErrors *errors = (JPEGErrors *)common->err;
    char message[JMSG_LENGTH_MAX];
    common->err->format_message(common, message);
    jpeg_errors_leave(errors, status_of(common->err->msg_code), message);
}

/* Whether a warning is about bytes behind a table between two scans, which are none of their pixels. */
static bool is_junk_between_scans(j_common_ptr common) {
    const JPEGErrors *errors = (const JPEGErrors *)common->err;
    return common->err->msg_code == JWRN_EXTRANEOUS_DATA && errors->scan_started && errors->is_behind_table;
}

static bool loses_pixels(j_common_ptr common) {
    switch (common->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_BOGUS_PROGRESSION: return true;
    case JWRN_EXTRANEOUS_DATA: return ((const JPEGErrors *)common->err)->scan_started && !is_junk_between_scans(common);
    default: return false;
    }
}

/* Keeps the library's message, without a prefix that repeats the status. */
static void keep_message(JPEGErrors *errors, const char *message) {
    static const char *const prefixes[] = {"Corrupt JPEG data: ", "Unsupported "};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        if (strncmp(message, prefixes[i], length) == 0) message += length;
    }
    strncpy(errors->message, message, sizeof errors->message - 1);
    errors->message[sizeof errors->message - 1] = 0;
}

/* Rejects lossless pictures, as libjpeg-turbo 2 does. Version 3 decodes them, but can neither reduce nor crop them. */
static void check_trace(j_common_ptr common) {
    enum { LOSSLESS = 0xC3, LOSSLESS_ARITHMETIC = 0xCB };
    const int frame = common->err->msg_parm.i[0];
    if (common->err->msg_code == JTRC_SOF && (frame == LOSSLESS || frame == LOSSLESS_ARITHMETIC))
        ERREXIT1(common, JERR_SOF_UNSUPPORTED, frame);
}

/* Notes whether a segment of tables was the last thing that was read, or a scan's header: then its pixels are next.
 * libjpeg traces each segment. */
static void note_segment(JPEGErrors *errors, int code) {
    switch (code) {
    case JTRC_DAC:
    case JTRC_DHT:
    case JTRC_DQT:
    case JTRC_DRI:
    case JTRC_MISC_MARKER: errors->is_behind_table = true; break;
    case JTRC_SOS: errors->is_behind_table = false; break;
    }
}

static bool is_junk_behind_pixels(j_common_ptr common) {
    const JPEGErrors *errors = (JPEGErrors *)common->err;
    return common->err->msg_code == JWRN_EXTRANEOUS_DATA && errors->scan_started &&
           jpeg_end_has_every_pixel((j_decompress_ptr)common);
}

static void emit_message(j_common_ptr common, int level) {
    JPEGErrors *errors = (JPEGErrors *)common->err;
    if (level >= 0) { /* not a warning */
        check_trace(common);
        note_segment(errors, common->err->msg_code);
        return;
    }
    if (is_junk_between_scans(common)) errors->may_lack_scan |= common->err->msg_parm.i[0] >= MIN_SCAN_HEADER;
    bool lost = loses_pixels(common) || errors->faults.warnings >= MAX_WARNINGS;
    if (!errors->has_junk_behind_pixels && is_junk_behind_pixels(common)) {
        errors->has_junk_behind_pixels = true;
        errors->lost_pixels_before_junk = errors->faults.pixels_lost;
    }
    bool worse = lost && !errors->faults.pixels_lost;
    if (errors->faults.warnings == 0 || worse) {
        char message[JMSG_LENGTH_MAX];
        common->err->format_message(common, message);
        keep_message(errors, message);
    }
    if (errors->faults.warnings < UINT32_MAX) errors->faults.warnings++;
    errors->faults.pixels_lost |= lost;
}

struct jpeg_error_mgr *jpeg_errors_begin(JPEGErrors *errors) {
    jpeg_std_error(&errors->manager);
    errors->manager.error_exit = error_exit;
    errors->manager.emit_message = emit_message;
    return &errors->manager;
}

bool jpeg_errors_forgive_end(JPEGErrors *errors) {
    CPhotoFaults *faults = &errors->faults;
    if (errors->has_junk_behind_pixels ? errors->lost_pixels_before_junk : faults->pixels_lost) return false;
    faults->pixels_lost = false;
    faults->end_missing = true;
    if (faults->warnings == 0) faults->warnings = 1;
    keep_message(errors, "its end isn't marked; data after its pixels is ignored");
    return true;
}

_Noreturn void jpeg_errors_leave(JPEGErrors *errors, CPhotoStatus status, const char *message) {
    errors->status = status;
    keep_message(errors, message);
    longjmp(errors->error_jump, 1);
}
