/* A codec in the worker. Each has a file with one of these, which is all that the worker knows about it. */
#pragma once

#include "CSandbox.h"

/* A photo's file in memory. It is the worker's own copy: what is written there reaches no file. */
struct photo_bytes {
    uint8_t *bytes;
    size_t count;
    /* What the codec needs to know beside the request; NULL and 0 where a task has none. */
    const void *parameters;
    size_t parameter_count;
};

/* Where the pixels go: rows from the top, of `width` pixels with four samples each: red, green, blue and alpha, one
   byte or one native 16-bit word, alpha not premultiplied, no padding. Exactly the requested size; zeros at first. */
struct pixel_buffer {
    uint8_t *bytes;
    size_t count;
};

struct codec {
    /* Loads the library with all its parts and finds its functions, before the protections close: of the photo only the
     parameters may be read. Where there is a problem, sets `status` and `message`. */
    void (*load)(struct photo_bytes photo, struct csandbox_reply *reply);
    /* Names the library that was loaded for these parameters, before the protections close; all is empty at first. */
    void (*describe)(struct photo_bytes photo, struct csandbox_library *library);
    /* Decodes the photo, under the protections. If there is a problem, sets `status`, `loses_pixels` or `message`. */
    void (*decode)(
        const struct csandbox_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
        struct csandbox_reply *reply);
};

/* Call it before anything else. If these are the arguments of a worker, the process becomes one with these codecs, and
   the call does not return; else it costs a comparison. */
void csandbox_run_worker_with(
    const struct codec *const *codecs, uint32_t codec_count, int argument_count, char *const *arguments);

/* The byte that fills all memory which the allocator hands out. */
uint8_t memory_filling(void);

/* Copies text as far as there is room; bytes outside of printable ASCII become question marks. The rest becomes zeros,
   at least one. */
void set_text(char *field, size_t size, const char *text);

/* Sets the status and the message, by `set_text`. */
void set_failure(struct csandbox_reply *reply, enum CSandboxStatus status, const char *message);
void set_message(struct csandbox_reply *reply, const char *message);

/* A library and the functions to find in it. */
struct symbol {
    void **function;
    const char *name;
};

/* Loads a library and finds all functions. Sets the status, and a message where the library is there but unusable. */
void load_library(const char *file, const struct symbol *symbols, size_t count, struct csandbox_reply *reply);

/* The same with the first of these files that is there: distributions have one or another of a library's versions. */
void load_first_library(
    const char *const *files, size_t file_count, const struct symbol *symbols, size_t count,
    struct csandbox_reply *reply);
