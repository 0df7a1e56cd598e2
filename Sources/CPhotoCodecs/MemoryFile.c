#define _GNU_SOURCE
#include "CPhotoCodecs.h"

#include <sys/mman.h>

int cphoto_memory_file(void) { return memfd_create("collage", MFD_CLOEXEC); }
