/* What a worker gives up before it reads the photo's first byte. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Takes every right to files, and as far as the kernel knows them to connections and signals. Returns the version of
   Landlock that holds, 0 for none. Needs no_new_privs. */
uint32_t forbid_files(void);

/* Allows these system calls; any other ends the process:

     brk, munmap, mremap, madvise; mmap of memory that isn't a file's, and mprotect, neither executable
     write to `reply`, and to standard output and error, which are /dev/null; writev to standard error
     rt_sigprocmask, getpid, gettid, and tgkill of its own process, for abort
     clock_gettime, gettimeofday
     exit, exit_group

   and for libraries that start threads:

     clone of a thread (clone3 fails, so that the C library falls back to clone, whose flags can be examined), futex,
     set_robust_list, rseq, sched_getaffinity, sched_yield, prctl to name a thread

   Returns false if the kernel has no filters, or this isn't x86-64 or AArch64. Needs no_new_privs. */
bool filter_system_calls(int reply, bool allows_threads);
