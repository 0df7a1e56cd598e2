#include "CPhotoCodecs.h"

#include <lcms2.h>
#include <png.h>
#include <zlib.h>

const char *cphoto_png_version(void) { return png_get_libpng_ver(NULL); }

const char *cphoto_zlib_version(void) { return zlibVersion(); }

int cphoto_lcms_version(void) { return cmsGetEncodedCMMversion(); }
