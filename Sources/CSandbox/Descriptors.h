/* What a worker and the process that starts it agree on. */
#pragma once

/* The numbers of a worker's descriptors. 0 to 2 are /dev/null. */
enum {
    worker_photo = 3,
    worker_buffer = 4,
    worker_reply = 5,
    worker_descriptors_end = 6,
};

/* The least limit on stacks with which a worker runs, and what of its stack is used before it decodes, in bytes. */
enum { used_stack = 256 << 10, smallest_stack = (1 << 20) + used_stack };
