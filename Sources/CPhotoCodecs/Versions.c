#include "CPhotoCodecs.h"

/* jpeglib.h needs it. */
#include <stdio.h>

#include <jpeglib.h>
#include <lcms2.h>
#include <png.h>
#include <zlib.h>

#define TEXT_OF(value) #value
#define TEXT(macro) TEXT_OF(macro)

const char *cphoto_jpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return "libjpeg-turbo " TEXT(LIBJPEG_TURBO_VERSION);
#else
    return "libjpeg " TEXT(JPEG_LIB_VERSION_MAJOR) "." TEXT(JPEG_LIB_VERSION_MINOR);
#endif
}

const char *cphoto_png_version(void) { return png_get_libpng_ver(NULL); }

const char *cphoto_zlib_version(void) { return zlibVersion(); }

int cphoto_lcms_version(void) { return cmsGetEncodedCMMversion(); }
