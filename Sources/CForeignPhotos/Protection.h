/* What a worker gives up before it reads the photo's first byte. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Takes every right to files, and as far as the kernel knows them to connections and signals. Returns the version of Landlock
   that holds, 0 for none. Needs no_new_privs. */
uint32_t forbid_files(void);

/* Allows no system calls but those listed in README.md; any other ends the process. Returns false if the kernel has no filters.
   Needs no_new_privs.

   `reply` is the only descriptor, beside standard output and error, that can be written to. */
bool filter_system_calls(int reply, bool allows_threads);
