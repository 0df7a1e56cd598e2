/* The libjpeg that runs, which may be another one than that whose header was compiled. */
#pragma once

#include <stdbool.h>

/* Its version as LIBJPEG_TURBO_VERSION_NUMBER has it, 2001005 for 2.1.5; 0 if it isn't known. */
int jpeg_library_version(void);
/* Whether the address is that of an instruction of it. In a program that it is linked into, of any instruction. */
bool jpeg_library_has_code(const void *address);
