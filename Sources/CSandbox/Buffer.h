/* The memory that parent and worker share: the request, then the pixels. */
#pragma once

#include "CSandbox.h"

/* Where the pixels begin, in bytes. */
enum { request_bytes = 4096 };
