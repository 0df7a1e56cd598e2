#ifndef CFACES_H
#define CFACES_H

#include <stdint.h>

/// What the network says of one cell: the logarithm of the odds that it shows a face, the same that it shows any
/// object, and the face's middle (across, down, from the cell's top left corner) and the logarithms of its width and
/// height, all four in cells. The last two values mean nothing.
enum { CFACES_VALUES = 8 };

/// The sides of the cells of the three grids, in pixels: 8, 16 and 32.
enum { CFACES_GRIDS = 3 };
int cfaces_cell(int grid);

/// How many cells a grid has in each direction for a picture of so many pixels.
int cfaces_cells(int grid, int pixels);

/// Looks for faces with the network YuNet. The same bits come out on every processor: all sums are taken in one
/// order, and nothing is fused.
///
/// rgba: a picture, four bytes per pixel, rows from the top without gaps; alpha is ignored. Sides up to 1024 pixels.
/// values: CFACES_VALUES for each cell, grid by grid and row by row.
/// Returns 0; or -1 if there is no memory.
int cfaces_look(const uint8_t *rgba, int width, int height, float *values);

#endif
