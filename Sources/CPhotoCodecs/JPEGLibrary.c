#define _GNU_SOURCE
#include "JPEGLibrary.h"

#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include "CPhotoCodecs.h"

static struct {
    struct dl_phdr_info file; /* where it is in memory */
    int version;
    char name[48];
} library = {.name = "libjpeg"};

static const char *start_of(const struct dl_phdr_info *file, const ElfW(Phdr) *segment) {
    return (const char *)(file->dlpi_addr + segment->p_vaddr);
}

/* Whether a segment of the file contains the address and has these flags (PF_X or none). */
static bool contains(const struct dl_phdr_info *file, const void *address, ElfW(Word) flags) {
    for (int i = 0; i < file->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &file->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & flags) == flags &&
            (uintptr_t)address - (uintptr_t)start_of(file, segment) < segment->p_memsz)
            return true;
    }
    return false;
}

static int find_file(struct dl_phdr_info *file, size_t size, void *address) {
    (void)size;
    if (!contains(file, address, 0)) return 0;
    library.file = *file;
    return 1;
}

/* No function returns the version, but libjpeg-turbo has a text among its constants for finding it out:
 * "libjpeg-turbo version 2.1.5 (build 20230203)". */
static void find_version(const char *bytes, size_t count) {
    static const char title[] = "libjpeg-turbo version ";
    const char *const end = bytes + count;
    while (library.version == 0 && (bytes = memmem(bytes, (size_t)(end - bytes), title, sizeof title - 1))) {
        bytes += sizeof title - 1;
        char text[16] = {0};
        const size_t left = (size_t)(end - bytes);
        memcpy(text, bytes, left < sizeof text ? left : sizeof text - 1);
        int major, minor, patch;
        if (sscanf(text, "%3d.%3d.%3d", &major, &minor, &patch) != 3) continue;
        library.version = major * 1000000 + minor * 1000 + patch;
        text[strspn(text, "0123456789.")] = 0;
        snprintf(library.name, sizeof library.name, "libjpeg-turbo %s", text);
    }
}

static void find_library(void) {
    struct jpeg_error_mgr errors;
    jpeg_std_error(&errors);
    if (!dl_iterate_phdr(find_file, (void *)errors.format_message)) return;
    for (int i = 0; i < library.file.dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library.file.dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & (PF_R | PF_W)) == PF_R)
            find_version(start_of(&library.file, segment), segment->p_filesz);
    }
}

static void find_library_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_library);
}

int jpeg_library_version(void) {
    find_library_once();
    return library.version;
}

bool jpeg_library_has_code(const void *address) {
    find_library_once();
    return contains(&library.file, address, PF_X);
}

const char *cphoto_jpeg_version(void) {
    find_library_once();
    return library.name;
}
