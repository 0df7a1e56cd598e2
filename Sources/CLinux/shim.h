/* Functions that glibc declares only for GNU sources, and that its Swift module therefore lacks. */
#pragma once

#include <langinfo.h>
#include <linux/stat.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/inotify.h>
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

/* Names of months and days in a locale. */
enum clinux_date_name {
    CLINUX_MONTH,
    CLINUX_MONTH_ALONE,
    CLINUX_SHORT_MONTH,
    CLINUX_SHORT_MONTH_ALONE,
    CLINUX_DAY,
    CLINUX_SHORT_DAY
};

/* The locale for dates with this name, to be freed by `clinux_free_locale`; null if it isn't installed. */
static inline void *clinux_time_locale(const char *name) { return newlocale(LC_TIME_MASK, name, (locale_t)0); }

static inline void clinux_free_locale(void *locale) { freelocale((locale_t)locale); }

/* The name of the month or day with an index, from 0; days begin with Sunday. The text lives as long as the locale. */
static inline const char *clinux_name(void *locale, enum clinux_date_name kind, int index) {
    static const nl_item first[] = {MON_1, __ALTMON_1, ABMON_1, _NL_ABALTMON_1, DAY_1, ABDAY_1};
    return nl_langinfo_l(first[kind] + index, (locale_t)locale);
}
