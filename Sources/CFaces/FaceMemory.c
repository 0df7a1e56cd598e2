#include "FaceMemory.h"

#include <stdlib.h>

/// More than are in use at once.
enum { BLOCKS = 16 };

/// That of the widest vectors, which otherwise would lie in two lines of the cache each.
enum { ALIGNMENT = 64 };

struct block {
    void *start;
    size_t bytes;
    int is_used;
};

struct cfaces_memory {
    struct block blocks[BLOCKS];
};

struct cfaces_memory *cfaces_memory_create(void) {
    return calloc(1, sizeof(struct cfaces_memory));
}

void cfaces_memory_destroy(struct cfaces_memory *memory) {
    for (int i = 0; i < BLOCKS; i++) free(memory->blocks[i].start);
    free(memory);
}

void *cfaces_memory_take(struct cfaces_memory *memory, size_t bytes) {
    // The smallest one that is large enough; else the largest one, which is exchanged for a larger one.
    struct block *best = NULL;
    for (int i = 0; i < BLOCKS; i++) {
        struct block *block = &memory->blocks[i];
        if (block->is_used) continue;
        int fits = block->bytes >= bytes;
        if (!best || (best->bytes >= bytes ? fits && block->bytes < best->bytes : block->bytes > best->bytes))
            best = block;
    }
    if (!best) return NULL;
    if (best->bytes < bytes) {
        free(best->start);
        best->start = aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
        best->bytes = best->start ? bytes : 0;
    }
    best->is_used = best->start != NULL;
    return best->start;
}

void cfaces_memory_give(struct cfaces_memory *memory, void *block) {
    for (int i = 0; block && i < BLOCKS; i++)
        if (memory->blocks[i].start == block) memory->blocks[i].is_used = 0;
}
