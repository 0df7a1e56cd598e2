#include "Codec.h"

static enum CForeignStatus load(void) { return CForeignStatusNotBuilt; }

static void describe(char *text, size_t size) {
  (void)text;
  (void)size;
}

static void decode(
    const struct cforeign_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct cforeign_reply *reply) {
  (void)request;
  (void)photo;
  (void)pixels;
  set_failure(reply, CForeignStatusUnsupported, "HEIC and AVIF");
}

const struct codec heif_codec = {.needs_threads = true, .load = load, .describe = describe, .decode = decode};
