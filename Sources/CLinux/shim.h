/* What glibc declares only for GNU sources, and what its Swift module leaves out. */
#pragma once

#include <stddef.h>
#include <sys/vfs.h>
#include <sys/xattr.h>

enum { CLINUX_RENAME_NOREPLACE = 1, CLINUX_RENAME_EXCHANGE = 2, CLINUX_SEEK_DATA = 3 };

int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);

/* Compares names so that numbers in them count as numbers. */
int strverscmp(const char *first, const char *second);

/* Where a run of bytes first occurs in another; null when it does not. */
void *memmem(const void *text, size_t text_length, const void *word, size_t word_length);
