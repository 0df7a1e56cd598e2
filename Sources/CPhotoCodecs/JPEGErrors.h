/* libjpeg's error manager, with a jump out of the library; shared by the JPEG reader and writer. */
#pragma once

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CPhotoCodecs.h"

typedef struct JPEGErrors {
    struct jpeg_error_mgr manager; /* first, so that libjpeg's pointer to it is a pointer to this */
    jmp_buf error_jump;
    CPhotoStatus status;
    CPhotoFaults faults;
    bool scan_started;    /* once true, junk behind a scan means lost pixels */
    bool is_behind_table; /* whether a segment without pixels came after the last scan */
    bool may_lack_scan;   /* whether there was junk between scans that may have been one */
    /* Whether there was junk after the last scan that is needed, and whether pixels had been lost before it. */
    bool has_junk_behind_pixels, lost_pixels_before_junk;
    char message[JMSG_LENGTH_MAX];
} JPEGErrors;

/* Sets up the manager and returns the value for `err` of the compressor or decompressor. */
struct jpeg_error_mgr *jpeg_errors_begin(JPEGErrors *errors);
/* Replaces the warnings about what follows the pixels by a single one, that the end isn't marked. Returns false,
 * having done nothing, if pixels were lost before. */
bool jpeg_errors_forgive_end(JPEGErrors *errors);
/* Jumps out of the library with `status` and keeps `message`. */
_Noreturn void jpeg_errors_leave(JPEGErrors *errors, CPhotoStatus status, const char *message);
