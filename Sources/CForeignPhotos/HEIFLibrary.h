/* libheif, as the decoder of one coded picture at a time. */
#pragma once

#include "Codec.h"
#include "HEIFPlanes.h"

/* Loads libheif and its plugins, if it has any. Where there is a problem, sets `status` and `message`. */
void load_libheif(struct cforeign_reply *reply);

/* Whether libheif has a decoder for this. */
bool has_decoder(enum CForeignHEIFCodec codec);

void describe_libheif(struct cforeign_library *library);

/* A coded picture, whose planes are valid until `free_decoded_picture`. */
struct decoded_picture {
  struct planes planes;
  /* Whether the decoder has left parts of it out, which are grey. */
  bool is_incomplete;
  void *image;
};

/* Decodes a coded picture, which may get another size than it states. Returns `CForeignStatusDone`, or why it failed,
   and then a message, which is valid until the next call. */
enum CForeignStatus decode_coded_picture(
    const struct cforeign_heif_layer *layer, const struct cforeign_heif_extent *extents, struct photo_bytes photo,
    struct decoded_picture *picture, const char **message);

void free_decoded_picture(struct decoded_picture *picture);
