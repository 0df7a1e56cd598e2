/* PNG's row filters, undone with the processor's vector instructions. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of readable bytes required after the rows, and after the row above them. */
enum { PNG_FILTER_PADDING = 32 };

/* The number of rows that are undone together if that is faster; give multiples of it. `pixel` is as below. */
size_t png_filter_rows_at_once(size_t pixel);

/* Undoes the filters of `rows` rows in place. Each row is the number of its filter, which becomes 0 (None), and `count`
 * bytes; the next one follows directly.
 *
 * `above` points to the bytes of the row above the first, behind its filter's number, or to zeros if there is none.
 * `pixel` is the distance in bytes to the same sample of the pixel before: 1, 2, 3, 4, 6 or 8. Returns false if a row
 * has a filter that doesn't exist; some rows are changed then. */
bool png_unfilter_rows(uint8_t *row, size_t rows, const uint8_t *above, size_t count, size_t pixel);
