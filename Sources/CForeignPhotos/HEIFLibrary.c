#define _GNU_SOURCE
#include "HEIFLibrary.h"
#include "HEVCMarks.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<libheif/heif.h>)
#include <libheif/heif.h>

/* The library. */

#define FUNCTIONS(each)                        \
  each(heif_get_version)                       \
  each(heif_get_decoder_descriptors)           \
  each(heif_decoder_descriptor_get_name)       \
  each(heif_context_alloc)                     \
  each(heif_context_free)                      \
  each(heif_context_set_max_decoding_threads)  \
  each(heif_context_read_from_memory_without_copy) \
  each(heif_context_get_primary_image_handle)  \
  each(heif_image_handle_release)              \
  each(heif_decoding_options_alloc)            \
  each(heif_decoding_options_free)             \
  each(heif_decode_image)                      \
  each(heif_image_get_colorspace)              \
  each(heif_image_get_chroma_format)           \
  each(heif_image_get_width)                   \
  each(heif_image_get_height)                  \
  each(heif_image_get_bits_per_pixel)          \
  each(heif_image_get_bits_per_pixel_range)    \
  each(heif_image_get_plane_readonly)          \
  each(heif_image_release)

#define DECLARE(name) static __typeof__(&name) lib_##name;
FUNCTIONS(DECLARE)

/* Replaces a function of libde265, because the loader looks for functions in the program first. libheif asks there
   for a thread, and then waits for it even if the system provides none; without one libde265 decodes in the calling
   thread, in the same time. */
int de265_start_worker_threads(void *decoder, int count);

int de265_start_worker_threads(void *decoder, int count) {
  (void)decoder;
  (void)count;
  return 0;
}

void load_libheif(struct cforeign_reply *reply) {
#define ENTRY(name) {(void **)&lib_##name, #name},
  const struct symbol symbols[] = {FUNCTIONS(ENTRY)};
  load_library("libheif.so.1", symbols, sizeof symbols / sizeof symbols[0], reply);
  if (reply->status != CForeignStatusDone) return;
  if (dlsym(RTLD_DEFAULT, "de265_start_worker_threads") != (void *)de265_start_worker_threads) {
    set_failure(reply, CForeignStatusLibraryUnusable, "this program doesn't export its functions");
    return;
  }
  /* libheif loads its plugins with the first context, which it could not do later. */
  struct heif_context *context = lib_heif_context_alloc();
  if (context) lib_heif_context_free(context);
  mark_hevc_pictures();
}

bool has_decoder(enum CForeignHEIFCodec codec) {
  const struct heif_decoder_descriptor *decoder = NULL;
  const bool is_hevc = codec == CForeignHEIFCodecHEVC;
  return lib_heif_get_decoder_descriptors(is_hevc ? heif_compression_HEVC : heif_compression_AV1, &decoder, 1) > 0;
}

/* Empty if there is no decoder. */
static const char *decoder_name(enum heif_compression_format format) {
  const struct heif_decoder_descriptor *decoder = NULL;
  if (lib_heif_get_decoder_descriptors(format, &decoder, 1) <= 0) return "";
  return lib_heif_decoder_descriptor_get_name(decoder);
}

void describe_libheif(struct cforeign_library *library) {
  char name[sizeof library->name];
  snprintf(name, sizeof name, "libheif %s", lib_heif_get_version());
  set_text(library->name, sizeof library->name, name);
  set_text(library->hevc_decoder, sizeof library->hevc_decoder, decoder_name(heif_compression_HEVC));
  set_text(library->av1_decoder, sizeof library->av1_decoder, decoder_name(heif_compression_AV1));
}

/* A file around the coded picture. */

/* A writer of big-endian numbers, into memory that is large enough. */
struct writer {
  uint8_t *bytes;
  size_t count;
};

static void put(struct writer *writer, unsigned width, uint64_t number) {
  while (width-- > 0) writer->bytes[writer->count++] = (uint8_t)(number >> (8 * width));
}

static void put_bytes(struct writer *writer, const void *bytes, size_t count) {
  memcpy(writer->bytes + writer->count, bytes, count);
  writer->count += count;
}

/* Begins a box, whose size `end_box` fills in. Returns where it begins. */
static size_t begin_box(struct writer *writer, const char *type) {
  size_t start = writer->count;
  put(writer, 4, 0);
  put_bytes(writer, type, 4);
  return start;
}

/* The same with a version and no flags. */
static size_t begin_full_box(struct writer *writer, const char *type, uint8_t version) {
  size_t start = begin_box(writer, type);
  put(writer, 4, (uint64_t)version << 24);
  return start;
}

static void end_box(struct writer *writer, size_t start) {
  struct writer size = {writer->bytes, start};
  put(&size, 4, writer->count - start);
}

static void put_item(struct writer *writer, const char *type) {
  size_t handler = begin_full_box(writer, "hdlr", 0);
  put(writer, 4, 0);
  put_bytes(writer, "pict\0\0\0\0\0\0\0\0\0\0\0\0", 17);
  end_box(writer, handler);
  size_t primary = begin_full_box(writer, "pitm", 0);
  put(writer, 2, 1);
  end_box(writer, primary);
  size_t items = begin_full_box(writer, "iinf", 0);
  put(writer, 2, 1);
  size_t item = begin_full_box(writer, "infe", 2);
  put(writer, 4, 1 << 16);
  put_bytes(writer, type, 4);
  put(writer, 1, 0);
  end_box(writer, item);
  end_box(writer, items);
}

/* libheif 1.15 converts all pictures with colours to RGB. With these it exchanges the planes without a change, and
   repeats the samples of smaller chroma planes, so that what was coded can be had from the result. */
static void put_identity_colours(struct writer *writer) {
  size_t colours = begin_box(writer, "colr");
  put_bytes(writer, "nclx\0\1\0\15\0\0\200", 11);
  end_box(writer, colours);
}

static void put_properties(
    struct writer *writer, const struct cforeign_heif_layer *layer, const uint8_t *setup, const char *setup_type) {
  const bool is_coloured = layer->chroma != 0;
  size_t properties = begin_box(writer, "iprp");
  size_t container = begin_box(writer, "ipco");
  size_t size = begin_full_box(writer, "ispe", 0);
  put(writer, 4, layer->coded_width);
  put(writer, 4, layer->coded_height);
  end_box(writer, size);
  size_t codec = begin_box(writer, setup_type);
  put_bytes(writer, setup, layer->setup_count);
  end_box(writer, codec);
  if (is_coloured) put_identity_colours(writer);
  end_box(writer, container);
  size_t association = begin_full_box(writer, "ipma", 0);
  put(writer, 4, 1);
  put(writer, 2, 1);
  put(writer, 1, is_coloured ? 3 : 2);
  put(writer, 2, 1 << 8 | 0x82);
  if (is_coloured) put(writer, 1, 3);
  end_box(writer, association);
  end_box(writer, properties);
}

/* Writes the place of `count` bytes that begin 8 bytes after the end of "meta". */
static size_t put_location(struct writer *writer, size_t count) {
  size_t locations = begin_full_box(writer, "iloc", 0);
  put(writer, 2, 0x4400);
  put(writer, 2, 1);
  put(writer, 2, 1);
  put(writer, 2, 0);
  put(writer, 2, 1);
  size_t place = writer->count;
  put(writer, 4, 0);
  put(writer, 4, count);
  end_box(writer, locations);
  return place;
}

/* More than all boxes have beside the decoder's setup and the coded bytes. */
enum { boxes_size = 512 };

/* Bytes of the coded picture; 0 if its extents aren't inside of the file. */
static size_t coded_size(
    const struct cforeign_heif_layer *layer, const struct cforeign_heif_extent *extents,
    const struct photo_bytes *photo) {
  size_t count = 0;
  for (uint32_t i = 0; i < layer->extent_count; i++) {
    if (extents[i].offset > photo->count || extents[i].count > photo->count - extents[i].offset) return 0;
    count += extents[i].count;
    if (count > INT32_MAX) return 0;
  }
  return layer->setup_offset <= photo->count && layer->setup_count <= photo->count - layer->setup_offset ? count : 0;
}

/* A file with nothing but the coded picture, in memory that the caller frees; NULL if there is not enough. */
static uint8_t *wrap(
    const struct cforeign_heif_layer *layer, const struct cforeign_heif_extent *extents,
    const struct photo_bytes *photo, size_t coded, size_t *count) {
  struct writer writer = {malloc(boxes_size + layer->setup_count + coded), 0};
  if (!writer.bytes) return NULL;
  const bool is_hevc = layer->codec == CForeignHEIFCodecHEVC;
  size_t type = begin_box(&writer, "ftyp");
  put_bytes(&writer, is_hevc ? "heic\0\0\0\0mif1heic" : "avif\0\0\0\0mif1avif", 16);
  end_box(&writer, type);
  size_t meta = begin_full_box(&writer, "meta", 0);
  put_item(&writer, is_hevc ? "hvc1" : "av01");
  size_t place = put_location(&writer, coded);
  put_properties(&writer, layer, photo->bytes + layer->setup_offset, is_hevc ? "hvcC" : "av1C");
  end_box(&writer, meta);
  struct writer offset = {writer.bytes, place};
  put(&offset, 4, writer.count + 8);
  size_t data = begin_box(&writer, "mdat");
  for (uint32_t i = 0; i < layer->extent_count; i++) {
    put_bytes(&writer, photo->bytes + extents[i].offset, extents[i].count);
  }
  end_box(&writer, data);
  *count = writer.count;
  return writer.bytes;
}

/* Decoding. */

/* The last message; libheif's own are freed with what they are about. */
static char last_message[128];

static enum CForeignStatus fail(enum CForeignStatus status, const char *text, const char **message) {
  snprintf(last_message, sizeof last_message, "%s", text);
  *message = last_message;
  return status;
}

static enum CForeignStatus fail_of(struct heif_error error, const char **message) {
  enum CForeignStatus status = CForeignStatusDamaged;
  if (error.code == heif_error_Unsupported_feature || error.code == heif_error_Unsupported_filetype) {
    status = CForeignStatusUnsupported;
  }
  if (error.code == heif_error_Memory_allocation_error && error.subcode != heif_suberror_Security_limit_exceeded) {
    status = CForeignStatusOutOfMemory;
  }
  return fail(status, error.message, message);
}

static bool set_plane(const struct heif_image *image, enum heif_channel channel, struct planes *planes) {
  struct plane *plane = &planes->plane[planes->count];
  int stride = 0, width = lib_heif_image_get_width(image, channel), height = lib_heif_image_get_height(image, channel);
  plane->bytes = lib_heif_image_get_plane_readonly(image, channel, &stride);
  const int depth = lib_heif_image_get_bits_per_pixel_range(image, channel);
  const int stored = lib_heif_image_get_bits_per_pixel(image, channel);
  if (!plane->bytes || width <= 0 || height <= 0 || depth < 8 || depth > max_planes_depth) return false;
  if (stored != (depth > 8 ? 16 : 8) || stride < width * (stored / 8)) return false;
  if (planes->count > 0 && (uint32_t)depth != planes->depth) return false;
  plane->stride = (size_t)stride;
  plane->step = 1;
  plane->width = (uint32_t)width;
  plane->height = (uint32_t)height;
  planes->depth = (uint32_t)depth;
  planes->count++;
  return true;
}

/* Whether the chroma planes have the size that goes with the first one's. */
static bool has_consistent_sizes(const struct planes *planes) {
  const struct plane *first = &planes->plane[0];
  const uint32_t width = planes->halves_width ? (first->width + 1) / 2 : first->width;
  const uint32_t height = planes->halves_height ? (first->height + 1) / 2 : first->height;
  for (uint32_t i = 1; i < planes->count; i++) {
    if (planes->plane[i].width < width || planes->plane[i].height < height) return false;
  }
  return true;
}

/* Takes the coded chroma planes from those that libheif has enlarged by repeating samples. */
static void undo_repetition(struct planes *planes) {
  for (int i = 1; i < 3; i++) {
    struct plane *plane = &planes->plane[i];
    if (planes->halves_width) {
      plane->step = 2;
      plane->width = (plane->width + 1) / 2;
    }
    if (planes->halves_height) {
      plane->stride *= 2;
      plane->height = (plane->height + 1) / 2;
    }
  }
}

static bool set_planes(const struct heif_image *image, uint32_t chroma, struct planes *planes) {
  planes->halves_width = chroma == 1 || chroma == 2;
  planes->halves_height = chroma == 1;
  const enum heif_chroma format = lib_heif_image_get_chroma_format(image);
  switch (lib_heif_image_get_colorspace(image)) {
    case heif_colorspace_monochrome: return set_plane(image, heif_channel_Y, planes);
    case heif_colorspace_RGB:
      /* The identity matrix has green for luma, blue and red for chroma. */
      if (chroma == 0 || format != heif_chroma_444 || !set_plane(image, heif_channel_G, planes) ||
          !set_plane(image, heif_channel_B, planes) || !set_plane(image, heif_channel_R, planes) ||
          planes->plane[1].width != planes->plane[0].width || planes->plane[1].height != planes->plane[0].height ||
          planes->plane[2].width != planes->plane[0].width || planes->plane[2].height != planes->plane[0].height) {
        return false;
      }
      undo_repetition(planes);
      return true;
    case heif_colorspace_YCbCr:
      /* Later versions may keep the planes. */
      planes->halves_width = format == heif_chroma_420 || format == heif_chroma_422;
      planes->halves_height = format == heif_chroma_420;
      return set_plane(image, heif_channel_Y, planes) &&
             (format == heif_chroma_monochrome ||
              (set_plane(image, heif_channel_Cb, planes) && set_plane(image, heif_channel_Cr, planes) &&
               has_consistent_sizes(planes)));
    default: return false;
  }
}

static enum CForeignStatus decode_primary(
    struct heif_context *context, struct heif_image **image, const char **message) {
  struct heif_image_handle *handle = NULL;
  struct heif_error error = lib_heif_context_get_primary_image_handle(context, &handle);
  if (error.code != heif_error_Ok) return fail_of(error, message);
  struct heif_decoding_options *options = lib_heif_decoding_options_alloc();
  if (options) {
    options->ignore_transformations = 1;
    options->convert_hdr_to_8bit = 0;
    error = lib_heif_decode_image(handle, image, heif_colorspace_undefined, heif_chroma_undefined, options);
    lib_heif_decoding_options_free(options);
  }
  lib_heif_image_handle_release(handle);
  if (!options) return CForeignStatusOutOfMemory;
  return error.code == heif_error_Ok ? CForeignStatusDone : fail_of(error, message);
}

enum CForeignStatus decode_coded_picture(
    const struct cforeign_heif_layer *layer, const struct cforeign_heif_extent *extents, struct photo_bytes photo,
    struct decoded_picture *picture, const char **message) {
  memset(picture, 0, sizeof *picture);
  *message = "";
  forget_hevc_marks();
  const size_t coded = coded_size(layer, extents, &photo);
  if (coded == 0) return fail(CForeignStatusDamaged, "a coded picture has no bytes", message);
  size_t count = 0;
  uint8_t *file = wrap(layer, extents, &photo, coded, &count);
  struct heif_context *context = file ? lib_heif_context_alloc() : NULL;
  struct heif_image *image = NULL;
  enum CForeignStatus status = CForeignStatusOutOfMemory;
  if (context) {
    lib_heif_context_set_max_decoding_threads(context, 0);
    struct heif_error error = lib_heif_context_read_from_memory_without_copy(context, file, count, NULL);
    status = error.code == heif_error_Ok ? decode_primary(context, &image, message) : fail_of(error, message);
    lib_heif_context_free(context);
  }
  free(file);
  if (status != CForeignStatusDone) return status;
  picture->image = image;
  if (set_planes(image, layer->chroma, &picture->planes)) {
    picture->is_incomplete = clear_hevc_marks(&picture->planes);
    return CForeignStatusDone;
  }
  free_decoded_picture(picture);
  return fail(CForeignStatusUnsupported, "samples of an unusual form", message);
}

void free_decoded_picture(struct decoded_picture *picture) {
  free_planes(&picture->planes);
  if (picture->image) lib_heif_image_release(picture->image);
  picture->image = NULL;
}

#endif
