#ifndef CFACES_H
#define CFACES_H

#include <stddef.h>
#include <stdint.h>

/// What the network says about one cell: the log-odds that it shows a face, the log-odds that it shows any object, the
/// centre of the face (across and down, from the cell's top left corner), and the logarithms of its width and height.
/// The last four are in cells. Two further values are unused.
enum { CFACES_VALUES = 8 };

/// The sides of the cells of the three grids, in pixels: 8, 16 and 32.
enum { CFACES_GRIDS = 3 };
int cfaces_cell(int grid);

/// The number of cells of a grid in one direction, for a picture with this many pixels in it.
int cfaces_cells(int grid, int pixels);

/// Memory that runs of the network leave for the next one: what the system gives anew takes a quarter of a run's time.
/// A few MiB; for one run at a time.
struct cfaces_memory;

/// Returns NULL if there is no memory.
struct cfaces_memory *cfaces_memory_create(void);
void cfaces_memory_destroy(struct cfaces_memory *memory);

/// Looks for faces with the network YuNet. The same bits come out on every processor: all sums are taken in one
/// order, and nothing is fused.
///
/// rgba: the first pixel of a picture or of a part of one, four bytes per pixel; alpha is ignored.
/// stride: the bytes from one row to the next.
/// width, height: up to 1024 pixels each.
/// values: CFACES_VALUES for each cell, grid by grid and row by row.
/// Returns 0; or -1 if there is no memory.
int cfaces_look(struct cfaces_memory *memory, const uint8_t *rgba, size_t stride, int width, int height, float *values);

/// Reduces a picture to half its size, rounded down: each pixel is the mean of four, rounded to the nearest.
///
/// rgba: rows without gaps, four bytes per pixel. halved: width / 2 * (height / 2) pixels.
void cfaces_halve(const uint8_t *rgba, int width, int height, uint8_t *halved);

#endif
