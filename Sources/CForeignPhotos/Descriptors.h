/* The numbers of a worker's descriptors. 0 to 2 are /dev/null. */
#pragma once

enum {
  worker_photo = 3,
  worker_buffer = 4,
  worker_reply = 5,
  worker_descriptors_end = 6,
};
