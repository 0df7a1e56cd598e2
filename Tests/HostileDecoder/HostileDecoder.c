/* A worker whose decoder was taken over by a photo: its first byte says what it tries, under all protections. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "CSandboxCodec.h"
#include "CSandboxedCodecs.h"
#include "Descriptors.h"

/* What may be wrong before a photo is read. */
static void load(struct photo_bytes photo, struct csandbox_reply *reply) {
    static void *function;
    static const struct symbol missing[] = {{&function, "no_such_function"}};
    switch (photo.count > 0 ? photo.bytes[0] : 0) {
    case 'i': load_library("libno-such-library.so.1", NULL, 0, reply); break;
    case 'u': load_library("libc.so.6", missing, 1, reply); break;
    case 'B': reply->status = CSandboxStatusNotBuilt; break;
    case '8': reply->status = CSandboxStatusDamaged; break;
    case 'O': abort();
    case 'Q': exit(127);
    default: break;
    }
}

/* Fills the field to its end, without a zero, with what a terminal would obey. */
static void describe(struct photo_bytes photo, struct csandbox_library *library) {
    (void)photo;
    memset(library->name, 'x', sizeof library->name);
    memcpy(library->name, "a\nb\x1b[31mc\xff", 10);
}

static void execute(void) {
    char *const arguments[] = {"true", NULL};
    execve("/bin/true", arguments, NULL);
}

static void write_to(pid_t process) {
    char byte = 0;
    struct iovec own = {&byte, 1}, other = {&byte, 1};
    process_vm_writev(process, &own, 1, &other, 1, 0);
}

static void *run_nothing(void *argument) { return argument; }

static void start_thread(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run_nothing, NULL);
}

/* Waits for itself, without using the processor. */
static void wait_forever(void) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
}

/* Frees memory twice, which the C library notices. */
static void corrupt_heap(void) {
    /* Volatile, so that the compiler leaves nothing out. */
    char *volatile memory = malloc(100);
    free(memory);
    free(memory);
}

/* Shows memory that was in use before, and that nobody has set since, of small pieces and large ones. */
static void show_unset(struct pixel_buffer pixels) {
    for (size_t i = 0; i < pixels.count; i++) {
        const size_t count = (size_t)16 << i % 16;
        /* Volatile, so that the compiler leaves nothing out. */
        uint8_t *volatile used = malloc(count), *volatile unset;
        memset(used, 7, count);
        free(used);
        unset = malloc(count);
        pixels.bytes[i] = unset[count - 1];
    }
}

static void allocate_forever(struct csandbox_reply *reply) {
    /* Volatile, so that the compiler leaves nothing out. */
    char *volatile memory;
    while ((memory = malloc(1 << 20))) memset(memory, 1, 1 << 20);
    reply->status = CSandboxStatusOutOfMemory;
}

static void decode(
    const struct csandbox_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct csandbox_reply *reply) {
    switch (photo.bytes[0]) {
    /* What a decoder should do. */
    case 'd': memset(pixels.bytes, 7, pixels.count); break;
    case 'r': show_unset(pixels); break;
    case 'm': set_message(reply, "a\nb\x1b[31mc\xff"); break;
    /* What the filter forbids. */
    case 'o': open("/etc/passwd", O_RDONLY); break;
    case 'p': syscall(SYS_open_by_handle_at, AT_FDCWD, NULL, 0); break;
    case 's': socket(AF_INET, SOCK_STREAM, 0); break;
    case 'f': fork(); break;
    case 'e': execute(); break;
    case 'k': kill(request->parent, SIGKILL); break;
    case 'K': tgkill(request->parent, request->parent, SIGKILL); break;
    case 'z': tgkill(getpid(), gettid(), SIGKILL); break;
    case 'v': write_to(request->parent); break;
    case 't': ptrace(PTRACE_TRACEME, 0, NULL, NULL); break;
    case 'T': start_thread(); break;
    case 'x': mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); break;
    case 'X': mprotect(photo.bytes, 1, PROT_READ | PROT_EXEC); break;
    case 'F': mmap(NULL, 4096, PROT_READ, MAP_SHARED, worker_buffer, 0); break;
    case 'g': ftruncate(worker_buffer, 1 << 30); break;
    case 'w': write(worker_buffer, "x", 1); break;
    case 'c': close(worker_reply); break;
    case 'S': sleep(1000); break;
    /* Crashes. */
    case 'b': pixels.bytes[(size_t)1 << 44] = 7; break;
    case 'a': abort();
    case 'C': corrupt_heap(); break;
    case 'q': _exit(0);
    case 'h': write(worker_reply, reply, sizeof *reply / 2); _exit(0);
    /* What takes too long or too much. */
    case 'l':
        for (;;) continue;
    case 'L': wait_forever(); break;
    case 'A': allocate_forever(reply); break;
    /* Lies. */
    case '1': reply->width++; break;
    case '2': reply->height = UINT32_MAX; break;
    case '3': reply->depth = 16; break;
    case '4': reply->status = (enum CSandboxStatus)77; break;
    case '5': reply->signature = 0; break;
    case '6': reply->loses_pixels = 2; break;
    case '9': reply->status = CSandboxStatusLibraryMissing; break;
    case 'N': reply->status = CSandboxStatusNotBuilt; break;
    case 'U': set_failure(reply, CSandboxStatusLibraryUnusable, "a lie"); break;
    case 'E': reply->status = CSandboxStatusSetupFailed; break;
    case '7': memset(reply->message, 'x', sizeof reply->message); break;
    default: set_failure(reply, CSandboxStatusUnsupported, "no such deed"); break;
    }
}

int main(int argument_count, char **arguments) {
    static const struct codec codec = {load, describe, decode};
    static const struct codec *const codecs[] = {
        [CSandboxedCodecWebP] = &codec, [CSandboxedCodecHEIF] = &codec, [CSandboxedCodecText] = &codec};
    csandbox_run_worker_with(codecs, CSANDBOXED_CODEC_COUNT, argument_count, arguments);
    return 64;
}
