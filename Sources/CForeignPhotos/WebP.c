#include <stdio.h>
#include <string.h>

#include "Codec.h"

#if __has_include(<webp/decode.h>) && __has_include(<webp/demux.h>)

#include <webp/decode.h>
#include <webp/demux.h>

static struct {
  int (*get_version)(void);
  int (*init_config)(WebPDecoderConfig *, int);
} webp;

static enum CForeignStatus load(void) {
  const struct symbol decoder[] = {
      {(void **)&webp.get_version, "WebPGetDecoderVersion"},
      {(void **)&webp.init_config, "WebPInitDecoderConfigInternal"},
  };
  bool is_loaded = load_library("libwebp.so.7", decoder, sizeof decoder / sizeof *decoder);
  return is_loaded ? CForeignStatusDone : CForeignStatusLibraryMissing;
}

static void describe(char *text, size_t size) {
  int version = webp.get_version();
  snprintf(text, size, "libwebp %d.%d.%d", version >> 16, version >> 8 & 255, version & 255);
}

static void decode(
    const struct cforeign_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct cforeign_reply *reply) {
  (void)request; (void)photo; (void)pixels;
  set_failure(reply, CForeignStatusUnsupported, "WebP");
}

#else

static enum CForeignStatus load(void) { return CForeignStatusNotBuilt; }

#endif

const struct codec webp_codec = {.needs_threads = false, .load = load, .describe = describe, .decode = decode};
