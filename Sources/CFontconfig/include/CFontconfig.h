/* Finds fonts' files by fontconfig, which is loaded when it is first asked. Thread-safe. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum __attribute__((enum_extensibility(closed))) CFontStatus : uint32_t {
  CFontFound,
  /* No installed font is wanted. */
  CFontNone,
  CFontLibraryMissing,
};

/* Writes the path of the best TrueType or OpenType font that has the name and all characters, and its place in a
   collection.

   `family` is a name such as "DejaVu Sans", or fontconfig's "sans-serif" or "emoji", which many fonts have. */
enum CFontStatus cfont_find(
    const char *family, const uint32_t *characters, size_t count, char *path, size_t path_size, int *index);
