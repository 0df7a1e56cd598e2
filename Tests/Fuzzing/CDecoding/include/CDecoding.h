/* The decoder worker's codecs, in this process. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CSandbox.h"

/* Decodes a photo as a worker does, without its protections. All memory is exactly as large as it is said to be, so
   that a sanitizer sees what goes beyond. Returns the pixels, which the caller frees; NULL for another codec. */
uint8_t *cdecoding_decode(
    const struct csandbox_request *request, const void *photo, size_t count, const void *parameters,
    struct csandbox_reply *reply, size_t *pixel_bytes);

/* A new, empty file in memory, without a name; -1 if there can't be one. */
int cdecoding_memory_file(void);

/* The size that libheif gives for a file's primary picture; false if it gives none. */
bool cdecoding_heif_size(const void *photo, size_t count, uint32_t *width, uint32_t *height);
