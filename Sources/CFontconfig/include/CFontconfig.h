/* Finds fonts' files with fontconfig, in a separate process: fontconfig reads every file in the fonts' folders, and
   a pipe among them, or a disk that doesn't answer, would block it for ever. Thread-safe. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum __attribute__((enum_extensibility(closed))) CFontStatus : uint32_t {
    CFontFound,
    /* No installed font fits. */
    CFontNone,
    CFontLibraryMissing,
    /* The library exists but can't be loaded, or lacks a function. The message says why. */
    CFontLibraryUnusable,
    /* The process couldn't be started; `errnum` says why. */
    CFontNotStarted,
    /* The process ended without giving an answer. */
    CFontCrashed,
    /* The process has been idle for seconds. */
    CFontStuck,
    CFontCancelled,
};

/* The bytes of an answer's text, with the NUL at its end. */
enum { cfont_text_size = 4096 };

/* Without its text: Swift's compiler takes a quarter of a minute for a structure of so many characters. */
struct cfont_answer {
    enum CFontStatus status;
    int32_t errnum;
    /* The font's index in a collection. The upper 16 bits are the index of a variable font's instance, from 1. */
    uint32_t index;
};

/* Call it before anything else. If the arguments are those of a process that finds fonts, does so and doesn't
   return; else it costs a comparison. */
void cfont_run_finder_if_asked(int argument_count, char *const *arguments);

/* Finds the best TrueType or OpenType font that has the name and all characters.

   `program` is executed, and must call `cfont_run_finder_if_asked`. `family` is a name such as "DejaVu Sans", or
   fontconfig's "sans-serif" or "emoji", which many fonts have. `is_cancelled` is called with `context` every few
   milliseconds, on this thread. `text`, of `cfont_text_size` bytes, gets the path of the font that was found, else the
   message. */
void cfont_find(
    const char *program, const char *family, const uint32_t *characters, size_t count,
    bool (*is_cancelled)(const void *context), const void *context, struct cfont_answer *answer, char *text);

/* Loads fontconfig in the same way, but reads no font: the message is its version, such as "2.14.1", and the status
   is CFontNone. */
void cfont_find_version(
    const char *program, bool (*is_cancelled)(const void *context), const void *context, struct cfont_answer *answer,
    char *text);
