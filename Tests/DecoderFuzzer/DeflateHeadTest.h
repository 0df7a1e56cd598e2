/* Holds `deflate_head_check` against zlib's `inflate`. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Judges a table of heads, and `mutations` random changes of them; each whole and cut off at every byte, beginning at
 * every bit of a byte, and with 0 to 8 bytes of it given as bits. Returns whether all is as it should be; if not, it
 * prints what isn't. */
bool deflate_head_test(uint64_t seed, uint64_t mutations);
