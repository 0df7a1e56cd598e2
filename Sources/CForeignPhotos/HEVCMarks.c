#define _GNU_SOURCE
#include "HEVCMarks.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As in libde265's header, which isn't needed to build. */
struct picture_spec {
  int format, width, height, alignment;
  int crop_left, crop_right, crop_top, crop_bottom;
  int visible_width, visible_height;
};

struct allocation {
  int (*get_buffer)(void *decoder, struct picture_spec *, void *picture, void *data);
  void (*release_buffer)(void *decoder, void *picture, void *data);
};

/* Return type, name, parameters. */
#define FUNCTIONS(each)                                                                           \
  each(struct allocation *, de265_get_default_image_allocation_functions, (void))                 \
  each(void, de265_set_image_plane, (void *picture, int plane, void *bytes, int stride, void *))  \
  each(void *, de265_get_image_plane_user_data, (const void *picture, int plane))                 \
  each(int, de265_get_bits_per_pixel, (const void *picture, int plane))                           \
  each(int, de265_get_chroma_format, (const void *picture))

#define DECLARE(result, name, parameters) static result(*lib_##name) parameters;
FUNCTIONS(DECLARE)

/* The smallest coded block, in pixels; and the part of it that has a mark: filtering the edges of its neighbours, right
   and below, changes three pixels at most on this side of the edge. */
enum { block = 8, first_row = 2, end_row = 5, columns = 4 };

/* The last picture that got memory. */
static struct {
  bool is_marked;
  uint32_t depth;
  int crop_left, crop_top;
} last;

/* The bytes of a row of a block's mark. */
static uint32_t mark(uint32_t x, uint32_t y) {
  uint32_t hash = x * 0x9e3779b1U ^ y * 0x85ebca77U;
  hash = (hash ^ hash >> 15) * 0x2c1b3c6dU;
  return hash ^ hash >> 13;
}

/* A sample of it, which is one that the depth has. */
static uint32_t marked_sample(uint32_t mark, int column, uint32_t depth) {
  return (mark >> (8 * column) & 0xff) << (depth - 8);
}

static uint32_t sample(const uint8_t *row, int x, uint32_t depth) {
  if (depth == 8) return row[x];
  uint16_t word;
  memcpy(&word, row + 2 * (size_t)x, sizeof word);
  return word;
}

static void set_sample(uint8_t *row, int x, uint32_t depth, uint32_t sample) {
  const uint16_t word = (uint16_t)sample;
  if (depth == 8) {
    row[x] = (uint8_t)sample;
  } else {
    memcpy(row + 2 * (size_t)x, &word, sizeof word);
  }
}

static uint32_t grey(uint32_t depth) { return 1U << (depth - 1); }

/* A grey plane, with what libde265 may read behind its end; NULL if there is no memory. */
static uint8_t *make_plane(size_t stride, size_t height, uint32_t depth) {
  const size_t count = stride * height + block * block;
  void *bytes;
  if (posix_memalign(&bytes, block * block, count) != 0) return NULL;
  if (depth == 8) {
    memset(bytes, (int)grey(depth), count);
  } else {
    uint16_t *words = bytes;
    for (size_t i = 0; i < count / 2; i++) words[i] = (uint16_t)grey(depth);
  }
  return bytes;
}

static void mark_blocks(uint8_t *bytes, size_t stride, const struct picture_spec *spec, uint32_t depth) {
  for (int y = 0; y + block <= spec->height; y += block) {
    for (int line = y + first_row; line < y + end_row; line++) {
      uint8_t *row = bytes + (size_t)line * stride;
      for (int x = 0; x + block <= spec->width; x += block) {
        const uint32_t bits = mark((uint32_t)x, (uint32_t)line);
        for (int i = 0; i < columns; i++) set_sample(row, x + i, depth, marked_sample(bits, i, depth));
      }
    }
  }
}

static int get_buffer(void *decoder, struct picture_spec *spec, void *picture, void *data) {
  (void)decoder;
  (void)data;
  /* 0 for no chroma, 1 for 4:2:0, 2 for 4:2:2. */
  const int chroma = lib_de265_get_chroma_format(picture);
  uint8_t *planes[3] = {NULL, NULL, NULL};
  size_t strides[3] = {0, 0, 0};
  bool has_memory = spec->width > 0 && spec->height > 0;
  for (int i = 0; i < (chroma == 0 ? 1 : 3) && has_memory; i++) {
    const uint32_t depth = (uint32_t)lib_de265_get_bits_per_pixel(picture, i);
    const size_t width = (size_t)spec->width / (i > 0 && chroma < 3 ? 2 : 1) + 1;
    const size_t height = (size_t)spec->height / (i > 0 && chroma == 1 ? 2 : 1) + 1;
    strides[i] = (width * (depth > 8 ? 2 : 1) + block * block - 1) / (block * block) * (block * block);
    planes[i] = make_plane(strides[i], height, depth);
    has_memory = planes[i] != NULL;
  }
  for (int i = 0; i < 3 && !has_memory; i++) free(planes[i]);
  if (!has_memory) return 0;
  const uint32_t depth = (uint32_t)lib_de265_get_bits_per_pixel(picture, 0);
  mark_blocks(planes[0], strides[0], spec, depth);
  last.is_marked = true;
  last.depth = depth;
  last.crop_left = spec->crop_left;
  last.crop_top = spec->crop_top;
  for (int i = 0; i < 3; i++) lib_de265_set_image_plane(picture, i, planes[i], (int)strides[i], planes[i]);
  return 1;
}

static void release_buffer(void *decoder, void *picture, void *data) {
  (void)decoder;
  (void)data;
  for (int i = 0; i < 3; i++) free(lib_de265_get_image_plane_user_data(picture, i));
}

/* Writes to memory that may be read-only, and does nothing then: the system refuses what would end the process. */
static void try_writing(const void *bytes, size_t count, void *to) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  if (write(ends[1], bytes, count) == (ssize_t)count) {
    const ssize_t written = read(ends[0], to, count);
    (void)written;
  }
  close(ends[0]);
  close(ends[1]);
}

void mark_hevc_pictures(void) {
  static const struct allocation ours = {get_buffer, release_buffer};
  void *library = dlopen("libde265.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  if (!library) return;
#define FIND(result, name, parameters)           \
  *(void **)&lib_##name = dlsym(library, #name); \
  if (!lib_##name) return;
  FUNCTIONS(FIND)
  /* A decoder's own functions aren't used for all pictures that it decodes; those are copies of these. */
  struct allocation *defaults = lib_de265_get_default_image_allocation_functions();
  if (defaults) try_writing(&ours, sizeof ours, defaults);
}

void forget_hevc_marks(void) { last.is_marked = false; }

/* Whether a block, which begins here, has its mark. Its mark must be inside of the plane. */
static bool has_mark(const struct plane *plane, int x, int y) {
  for (int line = y + first_row; line < y + end_row; line++) {
    const uint8_t *row = plane->bytes + (size_t)line * plane->stride;
    const uint32_t bits = mark((uint32_t)(x + last.crop_left), (uint32_t)(line + last.crop_top));
    for (int i = 0; i < columns; i++) {
      if (sample(row, x + i, last.depth) != marked_sample(bits, i, last.depth)) return false;
    }
  }
  return true;
}

static void make_grey(const struct plane *plane, int x, int y) {
  for (int line = y; line < y + block && line < (int)plane->height; line++) {
    uint8_t *row = (uint8_t *)plane->bytes + (size_t)line * plane->stride;
    for (int i = x; i < x + block && i < (int)plane->width; i++) set_sample(row, i, last.depth, grey(last.depth));
  }
}

bool clear_hevc_marks(const struct planes *planes) {
  const struct plane *plane = &planes->plane[0];
  bool has_any = false;
  if (!last.is_marked || planes->depth != last.depth) return false;
  /* The first blocks of which all is visible. */
  const int left = (block - last.crop_left % block) % block, top = (block - last.crop_top % block) % block;
  for (int y = top; y + end_row <= (int)plane->height; y += block) {
    for (int x = left; x + columns <= (int)plane->width; x += block) {
      if (!has_mark(plane, x, y)) continue;
      make_grey(plane, x, y);
      has_any = true;
    }
  }
  return has_any;
}
