/* What the worker needs to know to decode a JPEG XL, or to read what of its header only libraries can read: the
   parameters of a request. */
#pragma once

#include <stdint.h>

enum __attribute__((enum_extensibility(closed))) CSandboxedJXLTask : uint32_t {
    /* Decodes the first frame, as it is stored: not turned. */
    CSandboxedJXLTaskPixels,
    /* Reads the profile and the compressed boxes. The pixels become a `csandboxed_jxl_records`, then the bytes of its
     records, one after the other: EXIF, XMP, profile. */
    CSandboxedJXLTaskRecords,
};

/* Bytes of the file; 0 of them where there is no such box. */
struct csandboxed_jxl_range {
    uint64_t offset;
    uint64_t count;
};

struct csandboxed_jxl_request {
    /* The contents of "brob" boxes with EXIF and XMP, without the type of what they compress. */
    struct csandboxed_jxl_range exif;
    struct csandboxed_jxl_range xmp;
    enum CSandboxedJXLTask task;
    /* Whether the file has an ICC profile, which is read. */
    uint32_t has_profile;
    /* The most bytes of any record; a longer one is left out. */
    uint32_t max_record_bytes;
    /* The colours to get of a picture that is coded in XYB, as libjxl numbers colour spaces, primaries and curves;
     curve 0 for the picture's own. */
    uint32_t colour_space;
    uint32_t primaries;
    uint32_t curve;
    /* The extra channel with black ink; -1 for none. With one, pixels are four inks, 0 for no ink. */
    int32_t black_channel;
    /* How many pieces the codestream has, which lie in boxes, 1 or more. Their ranges follow the request, in the order of
     the file and without overlaps. */
    uint32_t piece_count;
};

/* How many bytes each record has. */
struct csandboxed_jxl_records {
    uint32_t exif_bytes;
    uint32_t xmp_bytes;
    uint32_t profile_bytes;
    uint32_t reserved;
};
