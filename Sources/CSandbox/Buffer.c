#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Buffer.h"

/* Newer kernels want to know that the memory will never be executed; older headers and kernels don't know the flag. */
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

static int create_file(void) {
    const unsigned int flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    int file = memfd_create("pixels", flags | MFD_NOEXEC_SEAL);
    return file < 0 && errno == EINVAL ? memfd_create("pixels", flags) : file;
}

/* Writes all of it, or sets an error: a call that writes only a part, as at a limit on the sizes of files, sets
   none. */
static bool write_all(int file, const void *bytes, size_t count, off_t offset) {
    for (size_t sent = 0; sent < count;) {
        ssize_t more = pwrite(file, (const char *)bytes + sent, count - sent, offset + (off_t)sent);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) return false;
        sent += (size_t)more;
    }
    return true;
}

static bool fill(int file, const struct csandbox_request *request, size_t bytes, const void *parameters) {
    const size_t limit = SIZE_MAX / 4;
    if (bytes > limit || request->parameter_bytes > limit) {
        errno = ENOMEM;
        return false;
    }
    struct csandbox_request content = *request;
    content.parent = getpid();
    const size_t count = (size_t)request->parameter_bytes, end = request_bytes + bytes;
    return ftruncate(file, (off_t)(end + count)) == 0 && write_all(file, &content, sizeof content, 0) &&
           write_all(file, parameters, count, (off_t)end) &&
           fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0;
}

/* Closes a file that couldn't be filled. */
static int filled(int file, bool is_filled) {
    if (file < 0 || is_filled) return file;
    int error = errno;
    close(file);
    errno = error;
    return -1;
}

int csandbox_create_file(const void *bytes, size_t count) {
    int file = create_file();
    return filled(
        file, file >= 0 && write_all(file, bytes, count, 0) &&
                  fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_WRITE | F_SEAL_SEAL) == 0);
}

int csandbox_create_buffer(const struct csandbox_request *request, size_t bytes, const void *parameters) {
    _Static_assert(sizeof *request <= request_bytes, "the request has its own page");
    int file = create_file();
    return filled(file, file >= 0 && fill(file, request, bytes, parameters));
}

const uint8_t *csandbox_map_pixels(int buffer, size_t bytes) {
    uint8_t *start = mmap(NULL, request_bytes + bytes, PROT_READ, MAP_SHARED, buffer, 0);
    return start == MAP_FAILED ? NULL : start + request_bytes;
}

void csandbox_unmap_pixels(const uint8_t *pixels, size_t bytes) {
    munmap((void *)(pixels - request_bytes), request_bytes + bytes);
}
