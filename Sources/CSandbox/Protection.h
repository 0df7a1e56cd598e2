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
     rt_sigprocmask, getpid, gettid, and tgkill with SIGABRT of its own process, for abort
     futex to wake threads that aren't there, as the C library does
     clock_gettime, gettimeofday
     exit, exit_group

   sched_getaffinity fails: a decoder that doesn't know the number of processors starts no threads.

   Returns false if the kernel has no filters, or this isn't x86-64 or AArch64. Needs no_new_privs. */
bool filter_system_calls(int reply);
