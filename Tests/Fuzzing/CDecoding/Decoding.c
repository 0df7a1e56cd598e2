#define _GNU_SOURCE
#include "CDecoding.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "Codecs.h"

int cdecoding_memory_file(void) { return memfd_create("photo", MFD_CLOEXEC); }

static void *copy_of(const void *bytes, size_t count) {
    void *copy = malloc(count);
    if (copy && count > 0) memcpy(copy, bytes, count);
    return copy;
}

uint8_t *cdecoding_decode(
    const struct csandbox_request *request, const void *photo, size_t count, const void *parameters,
    struct csandbox_reply *reply, size_t *pixel_bytes) {
    static const struct codec *const codecs[CSANDBOXED_CODEC_COUNT] = {
        [CSandboxedCodecWebP] = &webp_codec,
        [CSandboxedCodecHEIF] = &heif_codec,
        [CSandboxedCodecJXL] = &jxl_codec,
        [CSandboxedCodecTIFF] = &tiff_codec,
    };
    const struct codec *codec = request->codec < CSANDBOXED_CODEC_COUNT ? codecs[request->codec] : NULL;
    if (!codec) return NULL;
    memset(reply, 0, sizeof *reply);
    *pixel_bytes = (size_t)request->width * request->height * (request->depth / 2);
    struct pixel_buffer pixels = {calloc(1, *pixel_bytes), *pixel_bytes};
    struct photo_bytes input = {.bytes = copy_of(photo, count), .count = count};
    if (request->parameter_bytes > 0) {
        input.parameters = copy_of(parameters, (size_t)request->parameter_bytes);
        input.parameter_count = (size_t)request->parameter_bytes;
    }
    codec->load(input, reply);
    if (reply->status == CSandboxStatusDone) {
        reply->width = request->width;
        reply->height = request->height;
        reply->depth = request->depth;
        codec->decode(request, input, pixels, reply);
    }
    free(input.bytes);
    free((void *)input.parameters);
    return pixels.bytes;
}

#if __has_include(<libheif/heif.h>)
#include <libheif/heif.h>

#define FUNCTIONS(each)                                                                               \
    each(heif_context_alloc) each(heif_context_free) each(heif_context_read_from_memory_without_copy) \
        each(heif_context_get_primary_image_handle) each(heif_image_handle_get_width)                 \
            each(heif_image_handle_get_height) each(heif_image_handle_release)

#define DECLARE(name) static __typeof__(&name) lib_##name;
FUNCTIONS(DECLARE)

static bool load(void) {
#define ENTRY(name) {(void **)&lib_##name, #name},
    const struct symbol symbols[] = {FUNCTIONS(ENTRY)};
    static struct csandbox_reply reply;
    static bool is_loaded;
    if (!is_loaded) load_library("libheif.so.1", symbols, sizeof symbols / sizeof *symbols, &reply);
    is_loaded = true;
    return reply.status == CSandboxStatusDone;
}

bool cdecoding_heif_size(const void *photo, size_t count, uint32_t *width, uint32_t *height) {
    if (!load()) return false;
    struct heif_context *context = lib_heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    bool has_size = lib_heif_context_read_from_memory_without_copy(context, photo, count, NULL).code == heif_error_Ok &&
                    lib_heif_context_get_primary_image_handle(context, &handle).code == heif_error_Ok;
    if (has_size) {
        *width = (uint32_t)lib_heif_image_handle_get_width(handle);
        *height = (uint32_t)lib_heif_image_handle_get_height(handle);
        lib_heif_image_handle_release(handle);
    }
    lib_heif_context_free(context);
    return has_size;
}

#else

bool cdecoding_heif_size(const void *photo, size_t count, uint32_t *width, uint32_t *height) {
    (void)photo;
    (void)count;
    (void)width;
    (void)height;
    return false;
}

#endif
