/* What the worker needs to know to decode a WebP: the parameters of a request. */
#pragma once

#include <stdint.h>

struct csandboxed_webp_request {
    /* The bytes that libwebp decodes: a still picture's whole file, or the chunks of an animation's first frame. */
    uint64_t offset;
    uint64_t count;
    /* Where the frame stands on the canvas, in pixels. */
    uint32_t x;
    uint32_t y;
    /* The coded size of the picture or frame. libwebp reduces a picture at 0, 0 if the requested size is smaller. */
    uint32_t width;
    uint32_t height;
};
