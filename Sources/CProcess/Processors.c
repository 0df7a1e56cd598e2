#define _GNU_SOURCE
#include <sched.h>

#include "CProcess.h"

int cprocess_processor(void) { return sched_getcpu(); }

void cprocess_leave_processor(int processor) {
    cpu_set_t allowed, others;
    if (processor < 0 || processor >= CPU_SETSIZE || sched_getcpu() != processor) return;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    others = allowed;
    CPU_CLR(processor, &others);
    if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) return;
    sched_setaffinity(0, sizeof allowed, &allowed);
}
