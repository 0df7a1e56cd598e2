/* Runs codecs on photos and fonts of strangers in a worker: a process of the same program without any rights. It knows
   no codec.

   The parent makes a buffer for the pixels, starts a worker with `csandbox_run`, and gets a reply of fixed size. The
   worker is the program itself, executed with `csandbox_worker_name` as its only argument;
   `csandbox_run_worker_with` (CSandboxCodec.h) turns it into one. What the worker writes is an enemy's: the buffer can
   neither grow nor shrink, and holds nothing but samples, any of which is valid; the reply is checked by its reader. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the worker does. */
enum __attribute__((enum_extensibility(closed))) CSandboxTask : uint32_t {
    /* Decodes the photo. */
    CSandboxTaskDecode,
    /* Loads the codec's library, takes all protections and replies with the library's name, without a photo. */
    CSandboxTaskDescribe,
};

/* What a worker is to do. The parent fills it in, from a header that it has checked. */
struct csandbox_request {
    enum CSandboxTask task;
    /* Its index among the codecs of the worker. */
    uint32_t codec;
    /* The parent's process, filled in by `csandbox_create_buffer`. */
    int32_t parent;
    /* The size of the picture to deliver, in pixels. */
    uint32_t width;
    uint32_t height;
    /* Bits of a sample: 8 or 16. */
    uint32_t depth;
    /* Memory for the decoder, in bytes, beside the photo, the pixels and the program itself. */
    uint64_t memory_bytes;
    /* Limit of processor time, in seconds. */
    uint32_t processor_seconds;
    /* Bytes that the codec needs to know beside this, after the pixels. */
    uint64_t parameter_bytes;
    /* The protections, as bits, without which the worker doesn't look at the photo. */
    uint32_t required_protections;
};

enum __attribute__((enum_extensibility(open))) CSandboxStatus : uint32_t {
    /* The task is done; pixels may be missing if the reply says so. */
    CSandboxStatusDone,
    /* Nothing of the photo can be shown. The message says why. */
    CSandboxStatusDamaged,
    /* The library can't decode photos of this kind. The message says which. */
    CSandboxStatusUnsupported,
    CSandboxStatusOutOfMemory,
    /* What follows is only said before the protections are taken. */
    /* The library isn't installed. */
    CSandboxStatusLibraryMissing,
    /* The library is there but can't be loaded, or lacks a function. The message says why. */
    CSandboxStatusLibraryUnusable,
    /* The program was built without the library's header. */
    CSandboxStatusNotBuilt,
    /* The worker couldn't be set up; `errnum` says why. */
    CSandboxStatusSetupFailed,
    /* A required protection is missing; the reply says which there are. */
    CSandboxStatusUnprotected,
};

/* The worker's protections, as bits. */
enum {
    /* No new rights by executing other programs. */
    CSANDBOX_NO_NEW_PRIVILEGES = 1 << 0,
    /* Limits on memory, processor time, open files, file sizes and core dumps. */
    CSANDBOX_LIMITS = 1 << 1,
    /* Landlock: no file, and as far as the kernel knows them no connection and no signal to others. */
    CSANDBOX_LANDLOCK = 1 << 2,
    /* Only the system calls that decoding needs. */
    CSANDBOX_SYSTEM_CALL_FILTER = 1 << 3,
    CSANDBOX_ALL_PROTECTIONS = (1 << 4) - 1,
};

/* What decodes, in ASCII that ends in zeros; empty where there is nothing. */
struct csandbox_library {
    /* The codec's library with its version: "libwebp 1.2.4". */
    char name[40];
};

/* What a worker answers: all of it is to be checked. */
struct csandbox_reply {
    uint32_t signature;
    enum CSandboxStatus status;
    /* The delivered picture, which must be as requested. */
    uint32_t width;
    uint32_t height;
    uint32_t depth;
    /* Bits as above. */
    uint32_t protections;
    /* The version of Landlock, 0 if the kernel has none. */
    uint32_t landlock_version;
    int32_t errnum;
    /* Which of the codec's libraries the status is about, as the codec numbers them. */
    uint32_t failing_library;
    /* Whether pixels are missing, and transparent black instead. */
    uint32_t loses_pixels;
    /* A problem, in ASCII that ends in zeros, or empty. */
    char message[160];
    /* For `CSandboxTaskDescribe` and for text, else empty. */
    struct csandbox_library library;
};

enum { CSANDBOX_REPLY_SIGNATURE = 0x504f5243 };

/* The worker's only argument. */
extern const char csandbox_worker_name[];

/* Makes a file of these bytes, which has no name and which nobody can change: fonts. Returns its descriptor, or -1 with
   errno. */
int csandbox_create_file(const void *bytes, size_t count);

/* A buffer for pixels that the worker fills. */

/* Makes a buffer with the request, `bytes` of zeros, and the request's parameters, whose size is fixed. Returns its
   descriptor, or -1 with errno. */
int csandbox_create_buffer(const struct csandbox_request *request, size_t bytes, const void *parameters);

/* Maps the pixels of a buffer to read them; NULL with errno. Zeros until a worker has written them. */
const uint8_t *csandbox_map_pixels(int buffer, size_t bytes);
void csandbox_unmap_pixels(const uint8_t *pixels, size_t bytes);

/* How a worker ended. */
enum __attribute__((enum_extensibility(closed))) CSandboxEnd : uint32_t {
    /* It replied. */
    CSandboxEndReplied,
    /* It couldn't be started; `errnum` says why. */
    CSandboxEndNotStarted,
    /* It wasn't started, since the limit on stacks is below what it needs. */
    CSandboxEndSmallStack,
    /* It ended without a whole reply, or of a signal. */
    CSandboxEndCrashed,
    /* It was killed from outside, memory or a disk failed under it, or it ended before it could look at the photo. */
    CSandboxEndKilled,
    /* It called the system in a way that is forbidden. */
    CSandboxEndForbidden,
    /* It used up its processor time. */
    CSandboxEndTimeout,
    /* It got too little processor time within the limit of time. */
    CSandboxEndStarved,
    CSandboxEndCancelled,
};

struct csandbox_outcome {
    enum CSandboxEnd end;
    int32_t errnum;
    /* Whether the worker had taken its protections, and so may have seen the photo. */
    bool is_protected;
    struct csandbox_reply reply;
};

/* Sets the file that is executed as a worker, in place of this program. Thread-safe; the path is copied and kept. */
void csandbox_use_program(const char *path);

/* That file. It lives for ever. */
const char *csandbox_program(void);

/* Runs a worker and waits for its end. When it returns there is no worker any more, so nothing changes the pixels.

   `program` is the file to execute, NULL for the usual one; `photo` a descriptor, -1 for none; `milliseconds` the limit
   of time, without the time in which this process was stopped. `is_cancelled` is called with `context` every few
   milliseconds, on this thread. */
void csandbox_run(
    const char *program, int photo, int buffer, uint32_t milliseconds, bool (*is_cancelled)(const void *context),
    const void *context, struct csandbox_outcome *outcome);

/* What codecs need, which is built on all that. */
#include "CSandboxCodec.h"
