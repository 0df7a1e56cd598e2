/* dav1d, which decodes AV1. */
#include "CodedPicture.h"

#if __has_include(<dav1d/dav1d.h>)

#include <dav1d/dav1d.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(each)                                                                                         \
    each(dav1d_version) each(dav1d_default_settings) each(dav1d_open) each(dav1d_close) each(dav1d_data_create) \
        each(dav1d_data_unref) each(dav1d_send_data) each(dav1d_get_picture) each(dav1d_picture_unref)

#define DECLARE(name) static __typeof__(&name) lib_##name;
FUNCTIONS(DECLARE)

/* Distributions have one of these. What is used here lies at the same place in both; a picture is longer in the newer. */
static const char *const libraries[] = {"libdav1d.so.7", "libdav1d.so.6"};
#define ROOM_FOR_NEWER 256

static void load(struct csandbox_reply *reply) {
#define ENTRY(name) {(void **)&lib_##name, #name},
    const struct symbol symbols[] = {FUNCTIONS(ENTRY)};
    load_first_library(
        libraries, sizeof libraries / sizeof *libraries, symbols, sizeof symbols / sizeof *symbols, reply);
}

static void describe(struct csandbox_library *library) {
    char name[sizeof library->name];
    snprintf(name, sizeof name, "dav1d %s", lib_dav1d_version());
    set_text(library->name, sizeof library->name, name);
}

/* A decoder with the picture that it has decoded. */
struct decoding {
    Dav1dContext *context;
    Dav1dData data;
    Dav1dPicture picture;
    char room[ROOM_FOR_NEWER];
};

static void release(void *owner) {
    struct decoding *decoding = owner;
    if (decoding->picture.data[0]) lib_dav1d_picture_unref(&decoding->picture);
    if (decoding->data.sz > 0) lib_dav1d_data_unref(&decoding->data);
    if (decoding->context) lib_dav1d_close(&decoding->context);
    free(decoding);
}

static int open_decoder(struct decoding *decoding, uint32_t max_pixels) {
    Dav1dSettings settings;
    lib_dav1d_default_settings(&settings);
    settings.n_threads = 1;
    settings.max_frame_delay = 1;
    settings.frame_size_limit = max_pixels;
    /* Of several layers, the last one. */
    settings.all_layers = 0;
    settings.logger.callback = NULL;
    return lib_dav1d_open(&decoding->context, &settings);
}

/* What stands behind four bytes of the setup belongs before the picture. */
static int copy_data(struct decoding *decoding, const struct coded_picture *coded) {
    const size_t fixed = coded->setup.count < 4 ? coded->setup.count : 4, before = coded->setup.count - fixed;
    uint8_t *bytes = lib_dav1d_data_create(&decoding->data, before + coded->data.count);
    if (!bytes) return DAV1D_ERR(ENOMEM);
    memcpy(bytes, coded->setup.start + fixed, before);
    memcpy(bytes + before, coded->data.start, coded->data.count);
    return 0;
}

/* Decodes until there is a picture. */
static int decode_first(struct decoding *decoding) {
    for (bool is_drained = false;;) {
        if (decoding->data.sz > 0) {
            const int sent = lib_dav1d_send_data(decoding->context, &decoding->data);
            if (sent < 0 && sent != DAV1D_ERR(EAGAIN)) return sent;
        }
        const int result = lib_dav1d_get_picture(decoding->context, &decoding->picture);
        if (result != DAV1D_ERR(EAGAIN) || is_drained) return result;
        is_drained = decoding->data.sz == 0;
    }
}

static void set_planes(const Dav1dPicture *picture, struct planes *planes) {
    const enum Dav1dPixelLayout layout = picture->p.layout;
    planes->count = layout == DAV1D_PIXEL_LAYOUT_I400 ? 1 : 3;
    planes->depth = (uint32_t)picture->p.bpc;
    planes->halves_width = layout == DAV1D_PIXEL_LAYOUT_I420 || layout == DAV1D_PIXEL_LAYOUT_I422;
    planes->halves_height = layout == DAV1D_PIXEL_LAYOUT_I420;
    for (uint32_t i = 0; i < planes->count; i++) {
        struct plane *plane = &planes->plane[i];
        plane->bytes = picture->data[i];
        plane->stride = (size_t)picture->stride[i > 0];
        plane->width = (uint32_t)picture->p.w >> (i > 0 && planes->halves_width);
        plane->height = (uint32_t)picture->p.h >> (i > 0 && planes->halves_height);
        if (i > 0 && planes->halves_width) plane->width += (uint32_t)picture->p.w & 1;
        if (i > 0 && planes->halves_height) plane->height += (uint32_t)picture->p.h & 1;
    }
}

static enum CSandboxStatus fail(int result, const char **message) {
    switch (result) {
    case DAV1D_ERR(ENOMEM): return CSandboxStatusOutOfMemory;
    case DAV1D_ERR(ENOPROTOOPT):
        *message = "AV1 with a feature that dav1d doesn't support";
        return CSandboxStatusUnsupported;
    case DAV1D_ERR(ERANGE): *message = too_many_pixels; return CSandboxStatusDamaged;
    case DAV1D_ERR(EAGAIN): *message = "premature end of a coded picture"; return CSandboxStatusDamaged;
    default: *message = "corrupt AV1 data"; return CSandboxStatusDamaged;
    }
}

static enum CSandboxStatus decode(
    const struct coded_picture *coded, struct decoded_picture *picture, const char **message) {
    struct decoding *decoding = calloc(1, sizeof *decoding);
    if (!decoding) return CSandboxStatusOutOfMemory;
    picture->owner = decoding;
    picture->release = release;
    int result = open_decoder(decoding, coded->max_pixels);
    if (result == 0) result = copy_data(decoding, coded);
    if (result == 0) result = decode_first(decoding);
    if (result < 0) return fail(result, message);
    set_planes(&decoding->picture, &picture->planes);
    return CSandboxStatusDone;
}

const struct picture_decoder av1_decoder = {.load = load, .describe = describe, .decode = decode};

#else

static void load(struct csandbox_reply *reply) { reply->status = CSandboxStatusNotBuilt; }

/* The others are never called. */
const struct picture_decoder av1_decoder = {.load = load};

#endif
