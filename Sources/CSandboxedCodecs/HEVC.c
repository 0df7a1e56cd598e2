/* libde265, which decodes HEVC. */
#include "CodedPicture.h"

#if __has_include(<libde265/de265.h>)

#include <errno.h>
#include <stdio.h>

#include "HEVCCoverage.h"
#include "HEVCLibrary.h"
#include "HEVCUnits.h"

struct hevc_library hevc;

static void load(struct csandbox_reply *reply) {
#define ENTRY(name) {(void **)&hevc.name, #name},
    const struct symbol symbols[] = {HEVC_FUNCTIONS(ENTRY)};
    load_library("libde265.so.0", symbols, sizeof symbols / sizeof symbols[0], reply);
    /* Its tables are kept from one picture to the next; else each decoder would make them anew. */
    if (reply->status == CSandboxStatusDone && hevc.de265_init() != DE265_OK) {
        reply->status = CSandboxStatusSetupFailed;
        reply->errnum = ENOMEM;
    }
}

static void describe(struct csandbox_library *library) {
    char name[sizeof library->name];
    snprintf(name, sizeof name, "libde265 %s", hevc.de265_get_version());
    set_text(library->name, sizeof library->name, name);
}

/* Units. */

struct pushing {
    de265_decoder_context *decoder;
    uint32_t max_pixels;
    bool is_too_large;
    bool is_out_of_memory;
};

static bool push(void *context, struct byte_range unit) {
    struct pushing *pushing = context;
    /* Without a header it is nothing. */
    if (unit.count < 2) return true;
    pushing->is_too_large = announces_more_pixels(unit, pushing->max_pixels);
    if (pushing->is_too_large) return false;
    /* It makes a copy. */
    pushing->is_out_of_memory = hevc.de265_push_NAL(pushing->decoder, unit.start, (int)unit.count, 0, NULL) != DE265_OK;
    return !pushing->is_out_of_memory;
}

static enum CSandboxStatus push_all(
    de265_decoder_context *decoder, const struct coded_picture *coded, const char **message) {
    struct pushing pushing = {.decoder = decoder, .max_pixels = coded->max_pixels};
    if (for_each_hevc_unit(coded, push, &pushing)) return CSandboxStatusDone;
    if (pushing.is_out_of_memory) return CSandboxStatusOutOfMemory;
    *message = pushing.is_too_large ? too_many_pixels : "premature end of a coded picture";
    return CSandboxStatusDamaged;
}

/* Pictures. */

/* Decodes until there is a picture, which lives as long as the decoder, and as that decodes no other. */
static enum CSandboxStatus decode_first(
    de265_decoder_context *decoder, const struct coded_picture *coded, const struct de265_image **image,
    const char **message) {
    const enum CSandboxStatus status = push_all(decoder, coded, message);
    if (status != CSandboxStatusDone) return status;
    de265_error error = hevc.de265_flush_data(decoder);
    for (int more = 1; error == DE265_OK && more;) {
        more = 0;
        error = hevc.de265_decode(decoder, &more);
        *image = hevc.de265_peek_next_picture(decoder);
        if (*image) return CSandboxStatusDone;
    }
    if (error == DE265_ERROR_OUT_OF_MEMORY) return CSandboxStatusOutOfMemory;
    *message = "corrupt HEVC data";
    return CSandboxStatusDamaged;
}

/* Whether a warning says that something is wrong with the pixels. What others there are is about other things that a
   stream may hold, and about threads. */
static bool is_about_pixels(de265_error warning) {
    switch (warning) {
    case DE265_ERROR_CODED_PARAMETER_OUT_OF_RANGE:
    case DE265_WARNING_PREMATURE_END_OF_SLICE_SEGMENT:
    case DE265_WARNING_CTB_OUTSIDE_IMAGE_AREA:
    case DE265_WARNING_SLICEHEADER_INVALID:
    case DE265_WARNING_NONEXISTING_PPS_REFERENCED:
    case DE265_WARNING_NONEXISTING_SPS_REFERENCED:
    case DE265_WARNING_NONEXISTING_REFERENCE_PICTURE_ACCESSED:
    case DE265_WARNING_EOSS_BIT_NOT_SET:
    case DE265_WARNING_SLICE_SEGMENT_ADDRESS_INVALID:
    case DE265_WARNING_DEPENDENT_SLICE_WITH_ADDRESS_ZERO: return true;
    default: return false;
    }
}

/* Reads all warnings. */
static enum CSandboxStatus check_warnings(de265_decoder_context *decoder, bool *is_damaged) {
    de265_error warning;
    while ((warning = hevc.de265_get_warning(decoder)) != DE265_OK) {
        if (warning == DE265_WARNING_CANNOT_APPLY_SAO_OUT_OF_MEMORY) return CSandboxStatusOutOfMemory;
        if (is_about_pixels(warning)) *is_damaged = true;
    }
    return CSandboxStatusDone;
}

/* Returns false if the planes have samples of several depths. */
static bool set_planes(const struct de265_image *image, struct planes *planes) {
    const enum de265_chroma chroma = hevc.de265_get_chroma_format(image);
    planes->count = chroma == de265_chroma_mono ? 1 : 3;
    planes->halves_width = chroma == de265_chroma_420 || chroma == de265_chroma_422;
    planes->halves_height = chroma == de265_chroma_420;
    planes->depth = (uint32_t)hevc.de265_get_bits_per_pixel(image, 0);
    for (int i = 0; i < (int)planes->count; i++) {
        int stride = 0;
        const uint8_t *bytes = hevc.de265_get_image_plane(image, i, &stride);
        const int width = hevc.de265_get_image_width(image, i), height = hevc.de265_get_image_height(image, i);
        if ((uint32_t)hevc.de265_get_bits_per_pixel(image, i) != planes->depth) return false;
        if (width <= 0 || height <= 0 || stride <= 0) return false;
        planes->plane[i] = (struct plane){bytes, (size_t)stride, (uint32_t)width, (uint32_t)height};
    }
    return true;
}

static bool have_same_size(const struct de265_image *image, const struct planes *planes) {
    return hevc.de265_get_image_width(image, 0) == (int)planes->plane[0].width &&
           hevc.de265_get_image_height(image, 0) == (int)planes->plane[0].height &&
           hevc.de265_get_bits_per_pixel(image, 0) == (int)planes->depth;
}

static void release(void *owner) { hevc.de265_free_decoder(owner); }

/* Looks for blocks that were left out. Of a damaged picture it takes what was decoded into marked memory, where they
   are grey: filters have mixed them into what is beside them in the other one. */
static enum CSandboxStatus check_blocks(
    const struct coded_picture *coded, struct decoded_picture *picture, const char **message) {
    struct hevc_crop crop = {0, 0}; /* used only while it decodes */
    const struct de265_image *marked = NULL;
    de265_decoder_context *decoder = hevc.de265_new_decoder();
    if (!decoder) return CSandboxStatusOutOfMemory;
    mark_pictures(decoder, &crop);
    struct planes planes = {0};
    const enum CSandboxStatus status = decode_first(decoder, coded, &marked, message);
    if (status != CSandboxStatusDone || !have_same_size(marked, &picture->planes) || !set_planes(marked, &planes)) {
        release(decoder);
        if (status != CSandboxStatusDone) return status;
        *message = "corrupt HEVC data";
        return CSandboxStatusDamaged;
    }
    if (clear_left_out(marked, &crop, &planes)) picture->is_incomplete = true;
    void *unused = decoder;
    if (picture->is_incomplete) {
        unused = picture->owner;
        picture->owner = decoder;
        picture->planes = planes;
    }
    release(unused);
    return CSandboxStatusDone;
}

static enum CSandboxStatus decode(
    const struct coded_picture *coded, struct decoded_picture *picture, const char **message) {
    const struct de265_image *image = NULL;
    de265_decoder_context *decoder = hevc.de265_new_decoder();
    if (!decoder) return CSandboxStatusOutOfMemory;
    picture->owner = decoder;
    picture->release = release;
    enum CSandboxStatus status = decode_first(decoder, coded, &image, message);
    if (status == CSandboxStatusDone && !set_planes(image, &picture->planes)) {
        *message = "samples in an unsupported layout";
        status = CSandboxStatusUnsupported;
    }
    if (status == CSandboxStatusDone) status = check_warnings(decoder, &picture->is_incomplete);
    if (status == CSandboxStatusDone && (picture->is_incomplete || may_lack_blocks(&picture->planes))) {
        status = check_blocks(coded, picture, message);
    }
    return status;
}

const struct picture_decoder hevc_decoder = {.load = load, .describe = describe, .decode = decode};

#else

static void load(struct csandbox_reply *reply) { reply->status = CSandboxStatusNotBuilt; }

/* The others are never called. */
const struct picture_decoder hevc_decoder = {.load = load};

#endif
