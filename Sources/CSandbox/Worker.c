#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Buffer.h"
#include "CSandboxCodec.h"
#include "Descriptors.h"
#include "Protection.h"

const char csandbox_worker_name[] = "collage-photo-decoder";

/* Replies. */

void set_text(char *field, size_t size, const char *text) {
    size_t i = 0;
    for (; text[i] && i < size - 1; i++) field[i] = text[i] >= ' ' && text[i] < 0x7f ? text[i] : '?';
    memset(field + i, 0, size - i);
}

void set_message(struct csandbox_reply *reply, const char *message) {
    set_text(reply->message, sizeof reply->message, message);
}

void set_failure(struct csandbox_reply *reply, enum CSandboxStatus status, const char *message) {
    reply->status = status;
    set_message(reply, message);
}

/* The first byte that the parent gets, sent before a decoder can send anything: whether the protections are taken. */
static void send_stage(bool is_protected) {
    const uint8_t byte = is_protected;
    if (write(worker_reply, &byte, 1) != 1) _exit(1);
}

static _Noreturn void send_reply(const struct csandbox_reply *reply) {
    /* Smaller than a pipe's atomic writes. */
    ssize_t sent = write(worker_reply, reply, sizeof *reply);
    _exit(sent == (ssize_t)sizeof *reply ? 0 : 1);
}

static _Noreturn void send_early_reply(const struct csandbox_reply *reply) {
    send_stage(false);
    send_reply(reply);
}

static _Noreturn void fail_setup(struct csandbox_reply *reply) {
    reply->errnum = errno;
    reply->status = CSandboxStatusSetupFailed;
    send_early_reply(reply);
}

/* Libraries. */

/* Whether the loader's message is about this file, which it did not find, rather than about one that this one needs. */
static bool is_not_found(const char *message, const char *file) {
    const size_t count = strlen(file);
    return strncmp(message, file, count) == 0 && strstr(message + count, "No such file");
}

/* The error that the loader's message tells, if it is one of the system and not of the library; else 0. */
static int system_error(const char *message) {
    static const int errors[] = {ENOMEM, EAGAIN, EMFILE, ENFILE, EIO, EINTR, ESTALE, EOVERFLOW, ENOSPC, EDQUOT};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (strstr(message, strerror(errors[i]))) return errors[i];
    }
    /* Of these it tells no error. */
    return strstr(message, "failed to map segment") || strstr(message, "cannot map zero-fill pages") ? ENOMEM : 0;
}

static void fail_loading(const char *file, struct csandbox_reply *reply) {
    const char *message = dlerror();
    if (!message) message = "";
    reply->errnum = system_error(message);
    enum CSandboxStatus status = CSandboxStatusLibraryUnusable;
    if (is_not_found(message, file)) status = CSandboxStatusLibraryMissing;
    if (reply->errnum != 0) status = CSandboxStatusSetupFailed;
    set_failure(reply, status, message);
}

void load_library(const char *file, const struct symbol *symbols, size_t count, struct csandbox_reply *reply) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fail_loading(file, reply);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        *symbols[i].function = dlsym(library, symbols[i].name);
        if (!*symbols[i].function) {
            fail_loading(file, reply);
            return;
        }
    }
}

void load_first_library(
    const char *const *files, size_t file_count, const struct symbol *symbols, size_t count,
    struct csandbox_reply *reply) {
    for (size_t i = 0; i < file_count; i++) {
        reply->status = CSandboxStatusDone;
        load_library(files[i], symbols, count, reply);
        if (reply->status != CSandboxStatusLibraryMissing) break;
    }
    if (reply->status == CSandboxStatusDone) set_message(reply, "");
}

/* Memory. */

/* What the worker has to work with. */
struct work {
    struct csandbox_request request;
    struct photo_bytes photo;
    struct pixel_buffer pixels;
};

/* A copy, which is aligned and which nobody else can change. */
static bool copy_parameters(struct work *work, const uint8_t *bytes, size_t count) {
    if (count == 0) return true;
    uint8_t *copy = malloc(count);
    if (!copy) return false;
    memcpy(copy, bytes, count);
    work->photo.parameters = copy;
    work->photo.parameter_count = count;
    return true;
}

static bool map_buffer(struct work *work) {
    struct stat information;
    if (fstat(worker_buffer, &information) != 0) return false;
    if (information.st_size < request_bytes) {
        errno = EINVAL;
        return false;
    }
    size_t bytes = (size_t)information.st_size;
    uint8_t *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, worker_buffer, 0);
    if (start == MAP_FAILED) return false;
    memcpy(&work->request, start, sizeof work->request);
    size_t rest = bytes - request_bytes;
    if (work->request.parameter_bytes > rest) {
        errno = EINVAL;
        return false;
    }
    size_t parameters = (size_t)work->request.parameter_bytes;
    work->pixels = (struct pixel_buffer){start + request_bytes, rest - parameters};
    return copy_parameters(work, work->pixels.bytes + work->pixels.count, parameters);
}

static bool map_photo(struct work *work) {
    struct stat information;
    if (fstat(worker_photo, &information) != 0) return false;
    size_t bytes = (size_t)information.st_size;
    uint8_t *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, worker_photo, 0);
    if (start == MAP_FAILED) return false;
    work->photo.bytes = start;
    work->photo.count = bytes;
    return true;
}

/* What decoders are given beside their requests for what the allocator keeps, and the most of the stack, in bytes. */
enum { spare_memory = 24 << 20, largest_stack = 8 << 20 };

/* Takes the memory that decoding may need from the system now, so that later it is only the photo that can need too
   much. What is freed stays with the process, in its one heap. */
static bool reserve_memory(uint64_t bytes) {
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
    /* Volatile, so that the compiler leaves nothing out. */
    void *volatile memory = bytes < SIZE_MAX - spare_memory ? malloc((size_t)bytes + spare_memory) : NULL;
    free(memory);
    if (!memory) errno = ENOMEM;
    return memory != NULL;
}

/* `.ci/check-fillings` looks for the name, and puts another byte behind it in a copy of the program. */
static const volatile struct {
    char name[16];
    uint8_t byte;
} filling = {"memory filling:", 0};

uint8_t memory_filling(void) { return filling.byte; }

/* From now on all memory that the allocator hands out is filled. So what a library reads without having set it, as
   decoders do with damaged pictures, is the same in every run; memory that comes from the kernel is zero anyway. */
static void fill_memory(void) { mallopt(M_PERTURB, filling.byte ^ 0xff); }

/* Takes the stack that decoding may need: decoders of 12-bit AV1 need megabytes, and the process dies if it can't
   grow. */
static __attribute__((noinline)) void reserve_stack(void) {
    struct rlimit limit;
    rlim_t size = smallest_stack - used_stack;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur > smallest_stack) {
        size = (limit.rlim_cur < largest_stack ? limit.rlim_cur : largest_stack) - used_stack;
    }
    /* Only what is touched takes memory. */
    volatile char stack[size];
    stack[0] = 0;
}

/* Protections. */

static rlim_t smaller(rlim_t a, rlim_t b) { return a < b ? a : b; }

/* Sets a limit, as high as the system allows it to be. */
static bool limit(int kind, rlim_t soft, rlim_t hard) {
    struct rlimit old;
    if (getrlimit(kind, &old) != 0) return false;
    const struct rlimit limits = {smaller(soft, old.rlim_max), smaller(hard, old.rlim_max)};
    return setrlimit(kind, &limits) == 0;
}

/* The address space that is in use now, in bytes; 0 if that can't be found out. */
static uint64_t used_memory(void) {
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    char text[64] = {0};
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    return count > 0 ? strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* Sets all limits that can be set. `used` is the address space in use, in bytes, 0 if unknown. Returns whether none is
   missing. */
static bool set_limits(const struct csandbox_request *request, uint64_t used) {
    static const int none_allowed[] = {RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_NOFILE};
    const rlim_t seconds = request->processor_seconds;
    bool has_all = limit(RLIMIT_CPU, seconds, seconds + 1);
    for (size_t i = 0; i < sizeof none_allowed / sizeof *none_allowed; i++) {
        if (!limit(none_allowed[i], 0, 0)) has_all = false;
    }
    return used > 0 && limit(RLIMIT_AS, used, used) && has_all;
}

/* The process ends with the thread that started it, which waits for it; can't be looked into; and keeps no other
   descriptor. */
static bool leave_others(void) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && prctl(PR_SET_DUMPABLE, 0) == 0 &&
           (close_range(worker_descriptors_end, ~0U, 0) == 0 || errno == ENOSYS);
}

/* A decoder that sees one processor starts no threads, for which it would have no memory. */
static void leave_other_processors(void) {
    int processor = sched_getcpu();
    if (processor < 0 || processor >= CPU_SETSIZE) return;
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET((size_t)processor, &processors);
    sched_setaffinity(0, sizeof processors, &processors);
}

static void take_protections(const struct work *work, struct csandbox_reply *reply) {
    /* What needs a file comes first; Landlock itself needs a descriptor. */
    uint64_t used = used_memory();
    bool has_no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    if (has_no_new_privileges) {
        reply->protections |= CSANDBOX_NO_NEW_PRIVILEGES;
        reply->landlock_version = forbid_files();
        if (reply->landlock_version > 0) reply->protections |= CSANDBOX_LANDLOCK;
    }
    if (set_limits(&work->request, used)) reply->protections |= CSANDBOX_LIMITS;
    /* The filter's own call is the last. */
    reply->protections |= CSANDBOX_SYSTEM_CALL_FILTER;
    if (has_no_new_privileges && filter_system_calls(worker_reply)) return;
    reply->protections &= ~(uint32_t)CSANDBOX_SYSTEM_CALL_FILTER;
    leave_other_processors();
}

/* The worker. */

/* Whether there is such a codec, and the pixels of the request fill the buffer exactly. */
static bool is_consistent(const struct work *work, uint32_t codec_count) {
    const struct csandbox_request *request = &work->request;
    if (request->codec >= codec_count) return false;
    if (request->task == CSandboxTaskDescribe) return true;
    if (request->width == 0 || request->height == 0 || (request->depth != 8 && request->depth != 16)) return false;
    uint64_t row = (uint64_t)request->width * (request->depth / 2);
    return row <= SIZE_MAX / request->height && row * request->height == work->pixels.count;
}

/* The Swift runtime may handle crashes by starting another program; a worker just dies. */
static void remove_crash_handlers(void) {
    static const int faults[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGSYS};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) signal(faults[i], SIG_DFL);
}

static _Noreturn void run(const struct codec *const *codecs, uint32_t codec_count) {
    static struct work work;
    static struct csandbox_reply reply = {.signature = CSANDBOX_REPLY_SIGNATURE};
    static char output[256];
    remove_crash_handlers();
    if (!leave_others() || !map_buffer(&work)) fail_setup(&reply);
    /* The parent may have died before the process was tied to it. */
    if (getppid() != work.request.parent) _exit(1);
    bool decodes = work.request.task == CSandboxTaskDecode;
    errno = EINVAL;
    if (!is_consistent(&work, codec_count) || (decodes && !map_photo(&work))) fail_setup(&reply);
    const struct codec *codec = codecs[work.request.codec];
    /* No buffer that is made, or file that is examined, when a library first prints something. */
    setvbuf(stdout, output, _IOFBF, sizeof output);
    codec->load(work.photo, &reply);
    /* What the library lacks may be lacking for want of memory. */
    if (!reserve_memory(work.request.memory_bytes)) fail_setup(&reply);
    if (reply.status != CSandboxStatusDone) send_early_reply(&reply);
    reserve_stack();
    fill_memory();
    close(worker_photo);
    close(worker_buffer);
    if (!decodes) codec->describe(work.photo, &reply.library);
    take_protections(&work, &reply);
    if ((work.request.required_protections & ~reply.protections) != 0) {
        reply.status = CSandboxStatusUnprotected;
        send_early_reply(&reply);
    }
    send_stage(true);
    if (decodes) {
        reply.width = work.request.width;
        reply.height = work.request.height;
        reply.depth = work.request.depth;
        codec->decode(&work.request, work.photo, work.pixels, &reply);
    }
    send_reply(&reply);
}

void csandbox_run_worker_with(
    const struct codec *const *codecs, uint32_t codec_count, int argument_count, char *const *arguments) {
    if (argument_count == 1 && strcmp(arguments[0], csandbox_worker_name) == 0) run(codecs, codec_count);
}
