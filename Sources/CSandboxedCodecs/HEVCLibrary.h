/* The functions of libde265 that are used. */
#pragma once

#include <libde265/de265.h>

#define HEVC_FUNCTIONS(each)                                                                                     \
    each(de265_get_version) each(de265_init) each(de265_new_decoder) each(de265_free_decoder)                    \
        each(de265_set_parameter_bool) each(de265_set_image_allocation_functions) each(de265_set_image_plane)    \
            each(de265_get_image_plane_user_data) each(de265_push_NAL) each(de265_flush_data) each(de265_decode) \
                each(de265_get_warning) each(de265_peek_next_picture) each(de265_get_chroma_format)              \
                    each(de265_get_bits_per_pixel) each(de265_get_image_width) each(de265_get_image_height)      \
                        each(de265_get_image_plane)

struct hevc_library {
#define FIELD(name) __typeof__(&name) name;
    HEVC_FUNCTIONS(FIELD)
#undef FIELD
};

/* Set when the library is loaded. */
extern struct hevc_library hevc;
