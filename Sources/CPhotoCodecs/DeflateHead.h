/* The head of a deflate block, checked as zlib checks it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum DeflateHeadStatus {
    DeflateHeadValid, /* zlib accepts it, too */
    DeflateHeadInvalid,
    DeflateHeadCutOff, /* more bytes are needed to tell */
} DeflateHeadStatus;

/* No head is longer. */
enum { DEFLATE_HEAD_MAX = 600 };

/* Checks the head that begins with the lowest of `bit_count` (0 to 64) bits and continues in `bytes`. If a block has
 * codes of its own, they must be complete: zlib rejects incomplete ones even if nothing uses what is missing. */
DeflateHeadStatus deflate_head_check(uint64_t bits, unsigned bit_count, const uint8_t *bytes, size_t count);

/* The number of zeros at the end of the code that ends the block, which begins at the first bit of `bytes`. Returns
 * -1 if that code is all zeros, or if it isn't a block with codes of its own. */
int deflate_head_end_zeros(const uint8_t *bytes, size_t count);
