#include "FaceMemory.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/// More than are in use at once.
enum { BLOCKS = 16 };

/// That of the widest vectors, which otherwise would lie in two lines of the cache each.
enum { ALIGNMENT = 64 };

struct block {
    void *start;
    size_t bytes;
    int is_used;
};

/// Large pages, which the system provides in a quarter of the time that as many small ones take. They are enough for
/// most pictures; what they have no room for is on the heap.
enum { LARGE_PAGE = 2 << 20, REGION = 3 * LARGE_PAGE };

struct cfaces_memory {
    struct block blocks[BLOCKS];
    /// What was mapped, with room for a beginning of pages; NULL if the system gave nothing.
    void *mapping;
    uint8_t *region;
    /// How many bytes of the region blocks have, or had before they were exchanged.
    size_t used;
};

struct cfaces_memory *cfaces_memory_create(void) {
    struct cfaces_memory *memory = calloc(1, sizeof *memory);
    if (!memory) return NULL;
    void *mapping = mmap(NULL, REGION + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) return memory;
    memory->mapping = mapping;
    memory->region = (uint8_t *)mapping + (-(uintptr_t)mapping & (LARGE_PAGE - 1));
    madvise(memory->region, REGION, MADV_HUGEPAGE);
    return memory;
}

static int is_in_region(const struct cfaces_memory *memory, const struct block *block) {
    return memory->region && (uintptr_t)block->start - (uintptr_t)memory->region < REGION;
}

void cfaces_memory_destroy(struct cfaces_memory *memory) {
    for (int i = 0; i < BLOCKS; i++)
        if (!is_in_region(memory, &memory->blocks[i])) free(memory->blocks[i].start);
    if (memory->mapping) munmap(memory->mapping, REGION + LARGE_PAGE);
    free(memory);
}

/// Exchanges a block for a larger one.
static void enlarge(struct cfaces_memory *memory, struct block *block, size_t bytes) {
    if (!is_in_region(memory, block)) free(block->start);
    block->bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (memory->region && block->bytes <= REGION - memory->used) {
        block->start = memory->region + memory->used;
        memory->used += block->bytes;
        return;
    }
    block->start = aligned_alloc(ALIGNMENT, block->bytes);
    if (!block->start) block->bytes = 0;
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
    if (best->bytes < bytes) enlarge(memory, best, bytes);
    best->is_used = best->start != NULL;
    return best->start;
}

void cfaces_memory_give(struct cfaces_memory *memory, void *block) {
    for (int i = 0; block && i < BLOCKS; i++)
        if (memory->blocks[i].start == block) memory->blocks[i].is_used = 0;
}
