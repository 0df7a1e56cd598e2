/* libjpeg's error manager with a way back: shared by the JPEG reader and writer. */
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
    bool scan_started;             /* from here on, junk between markers means lost pixels */
    char message[JMSG_LENGTH_MAX];
} JPEGErrors;

/* Sets the manager up and returns what `err` of the compressor or decompressor is to be. */
struct jpeg_error_mgr *jpeg_errors_begin(JPEGErrors *errors);
/* Leaves the library with `status`, keeping `message`. */
_Noreturn void jpeg_errors_leave(JPEGErrors *errors, CPhotoStatus status, const char *message);
