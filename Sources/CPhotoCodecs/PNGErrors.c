#include "PNGErrors.h"

#include <string.h>

/* A file with more warnings than this counts as damaged, whatever the warnings are. */
enum { MAX_WARNINGS = 100 };

static void keep_message(PNGErrors *errors, const char *message) {
    strncpy(errors->message, message, sizeof errors->message - 1);
    errors->message[sizeof errors->message - 1] = 0;
}

_Noreturn void png_errors_leave(PNGErrors *errors, CPhotoStatus status, const char *message) {
    errors->status = status;
    keep_message(errors, message);
    longjmp(errors->error_jump, 1);
}

_Noreturn void png_errors_fail(png_structp codec, png_const_charp message) {
    PNGErrors *errors = png_get_error_ptr(codec);
    CPhotoStatus status = strstr(message, "emory") ? CPhotoStatusOutOfMemory : CPhotoStatusDamaged;
    if (errors->side_too_long) {
        status = CPhotoStatusTooLarge;
        message = "more than 1000000 pixels on a side";
    }
    png_errors_leave(errors, status, message);
}

/* Whether pixels are lost: also if the stream is broken after the last pixel, but not if it is merely too long. */
static bool loses_pixels(const char *message) {
    return strncmp(message, "IDAT:", 5) == 0 && !strstr(message, "Extra compressed data") &&
           !strstr(message, "Too much image data");
}

void png_errors_warn(png_structp codec, png_const_charp message) {
    PNGErrors *errors = png_get_error_ptr(codec);
    /* libpng first warns about the limit and then reports an invalid header. */
    if (strstr(message, "exceeds user limit")) errors->side_too_long = true;
    bool lost = loses_pixels(message) || errors->faults.warnings >= MAX_WARNINGS;
    if (errors->faults.warnings == 0 || (lost && !errors->faults.pixels_lost)) keep_message(errors, message);
    if (errors->faults.warnings < UINT32_MAX) errors->faults.warnings++;
    errors->faults.pixels_lost |= lost;
}
