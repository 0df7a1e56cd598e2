/* Functions that glibc declares only for GNU sources, and that its Swift module therefore lacks. */
#pragma once

#include <linux/stat.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { CLINUX_RENAME_NOREPLACE = 1, CLINUX_RENAME_EXCHANGE = 2, CLINUX_SEEK_DATA = 3 };

int renameat2(int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);

/* Waits until everything on a file's file system is on the disk. */
int syncfs(int file);

/* Compares names so that numbers in them count as numbers: "2.jpg" comes before "10.jpg". */
int strverscmp(const char *first, const char *second);

/* The first occurrence of some bytes in others; null if there is none. */
void *memmem(const void *text, size_t text_length, const void *word, size_t word_length);

/* The device and the mount of a file; links are followed. The mount is 0 if the kernel doesn't report it, as before
   Linux 5.8. Returns -1 and sets errno on failure. */
static inline int clinux_mount(const char *path, uint64_t *device, uint64_t *mount) {
    const unsigned int mount_id = 0x1000; /* STATX_MNT_ID */
    const int working_folder = -100;      /* AT_FDCWD */
    struct statx status;
    if (syscall(SYS_statx, working_folder, path, 0, mount_id, &status) != 0) return -1;
    *device = (uint64_t)status.stx_dev_major << 32 | status.stx_dev_minor;
    *mount = status.stx_mask & mount_id ? status.stx_mnt_id : 0;
    return 0;
}
