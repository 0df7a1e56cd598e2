#ifndef FACE_MEMORY_H
#define FACE_MEMORY_H

#include <stddef.h>

#include "CFaces.h"

/// A block of at least so many bytes; NULL if there is no memory. Give it back before the next run.
void *cfaces_memory_take(struct cfaces_memory *memory, size_t bytes);

/// Gives a block back, or nothing.
void cfaces_memory_give(struct cfaces_memory *memory, void *block);

#endif
