/* Inflating with Intel's ISA-L, at more than twice zlib's pace. The library is loaded when the first inflater is
 * created; there are machines without it, and builds without its header.
 *
 * ISA-L accepts blocks with incomplete Huffman codes, which zlib refuses. So the head of every block is checked before
 * ISA-L sees it; to make it stop behind each block, it is told that each is the last. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ISALInflater ISALInflater;

/* How far back a stream may refer to what it has inflated, in bytes. */
enum { ISAL_HISTORY = 32 * 1024 };

/* Whether there is the library; loads it. */
bool isal_is_there(void);

/* An inflater for one zlib stream without its two header bytes. NULL if there is no library or no memory. */
ISALInflater *isal_inflater_create(void);
void isal_inflater_destroy(ISALInflater *inflater);

/* Inflates until the input is used up, the output is full, or the stream has ended, and moves all four arguments
 * forward. Counts are at most UINT32_MAX. The ISAL_HISTORY bytes before `*output` must be what was inflated before, as
 * far as there was so much. Returns false if the stream is broken, or its Adler-32 is wrong. Once it has ended,
 * `*input_count` is the number of bytes behind it, and `*input` has no meaning. */
bool isal_inflater_run(
    ISALInflater *inflater, const uint8_t **input, size_t *input_count, uint8_t **output, size_t *output_count);
/* Whether the stream has ended, and its Adler-32 is right. */
bool isal_inflater_has_ended(const ISALInflater *inflater);

/* The CRC-32 of PNG chunks, continued from `crc`; start with 0. Call only while there is an inflater. */
uint32_t isal_crc32(uint32_t crc, const uint8_t *bytes, size_t count);
/* The Adler-32 of zlib streams, continued from `adler`; start with 1. As above. */
uint32_t isal_adler(uint32_t adler, const uint8_t *bytes, size_t count);
