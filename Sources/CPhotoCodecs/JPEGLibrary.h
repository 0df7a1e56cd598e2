/* The libjpeg that is in use, which may be another one than that whose header was compiled. */
#pragma once

#include <stdbool.h>

/* Its version in the form of LIBJPEG_TURBO_VERSION_NUMBER: 2001005 for 2.1.5; 0 if it isn't known. */
int jpeg_library_version(void);
/* Whether the address is that of one of its instructions; in a statically linked program, of any instruction. */
bool jpeg_library_has_code(const void *address);
