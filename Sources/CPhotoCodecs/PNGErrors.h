/* libpng's error handling, with a jump out of the library; shared by the PNG reader and writer. */
#pragma once

#include <setjmp.h>

#include <png.h>

#include "CPhotoCodecs.h"

typedef struct PNGErrors {
    jmp_buf error_jump;
    CPhotoStatus status;
    CPhotoFaults faults;
    bool side_too_long; /* libpng has warned that the width or the height is above its limit */
    char message[160];
} PNGErrors;

/* For png_create_read_struct and png_create_write_struct, with a PNGErrors as the error pointer. */
_Noreturn void png_errors_fail(png_structp codec, png_const_charp message);
void png_errors_warn(png_structp codec, png_const_charp message);
/* Jumps out of libpng with `status`. */
_Noreturn void png_errors_leave(PNGErrors *errors, CPhotoStatus status, const char *message);
