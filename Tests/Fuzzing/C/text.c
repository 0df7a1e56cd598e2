/* Text measured and drawn as the worker does it, by way of HarfBuzz and FriBidi: fonts and texts of strangers. What is
   drawn stays in its lines' boxes and is the same a second time, and what is measured are lengths. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Allocation.h"
#include "Codecs.h"
#include "TextLibraries.h"

static void check(bool holds, const char *promise) {
    if (holds) return;
    fprintf(stderr, "it doesn't hold that %s\n", promise);
    abort();
}

/* The input: the count of its numbers, these as they are asked for, zeros at their end, and then a font. */
static const uint8_t *next_byte, *numbers_end;

static uint32_t number(void) { return next_byte < numbers_end ? *next_byte++ : 0; }

static uint32_t below(uint32_t count) { return number() % count; }

/* Seldom any number at all. */
static uint32_t mostly(uint32_t usual) {
    if (number() < 252) return usual;
    return number() << 24 | number() << 16 | number() << 8 | number();
}

/* HarfBuzz's objects, which a worker leaves to its end, are destroyed after each run. */

enum { MAX_OBJECTS = 64 };
static struct {
    void *object;
    void (*destroy)(void *object);
} objects[MAX_OBJECTS];
static size_t object_count;

static void *kept(void *object, void (*destroy)(void *)) {
    check(object_count < MAX_OBJECTS, "few objects are in use");
    objects[object_count].object = object;
    objects[object_count++].destroy = destroy;
    return object;
}

static void free_rest(void) {
    free_pieces();
    while (object_count > 0) {
        object_count--;
        objects[object_count].destroy(objects[object_count].object);
    }
}

/* HarfBuzz's functions that make an object, and ours in their place. */
static hb_blob *(*create_blob)(const char *bytes, unsigned count, int mode, void *data, void (*destroy)(void *));
static hb_face *(*create_face)(hb_blob *, unsigned index);
static hb_font *(*create_font)(hb_face *);
static hb_buffer *(*create_buffer)(void);
static hb_draw_funcs *(*create_draw_functions)(void);
static void (*destroy_blob)(void *), (*destroy_face)(void *), (*destroy_font)(void *), (*destroy_buffer)(void *),
    (*destroy_draw_functions)(void *);

static hb_blob *our_blob(const char *bytes, unsigned count, int mode, void *data, void (*destroy)(void *)) {
    return kept(create_blob(bytes, count, mode, data, destroy), destroy_blob);
}
static hb_face *our_face(hb_blob *blob, unsigned index) { return kept(create_face(blob, index), destroy_face); }
static hb_font *our_font(hb_face *face) { return kept(create_font(face), destroy_font); }
static hb_buffer *our_buffer(void) { return kept(create_buffer(), destroy_buffer); }
static hb_draw_funcs *our_draw_functions(void) { return kept(create_draw_functions(), destroy_draw_functions); }

#define CREATING(name, create, destroy, ours) \
    { "hb_" name "_create", (void **)&create, "hb_" name "_destroy", (void **)&destroy, (void *)ours }
static const struct {
    const char *name;
    void **create;
    const char *destroying;
    void **destroy;
    void *ours;
} creating[] = {
    CREATING("blob", create_blob, destroy_blob, our_blob),
    CREATING("face", create_face, destroy_face, our_face),
    CREATING("font", create_font, destroy_font, our_font),
    CREATING("buffer", create_buffer, destroy_buffer, our_buffer),
    CREATING("draw_funcs", create_draw_functions, destroy_draw_functions, our_draw_functions),
};

void __real_load_library(const char *file, const struct symbol *symbols, size_t count, struct csandbox_reply *reply);
void __wrap_load_library(const char *file, const struct symbol *symbols, size_t count, struct csandbox_reply *reply);

/* The linker puts it in the place of ours. */
void __wrap_load_library(const char *file, const struct symbol *symbols, size_t count, struct csandbox_reply *reply) {
    __real_load_library(file, symbols, count, reply);
    check(reply->status == CSandboxStatusDone, "HarfBuzz and FriBidi are installed");
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < sizeof creating / sizeof *creating; j++) {
            if (strcmp(symbols[i].name, creating[j].name) != 0) continue;
            *creating[j].create = *symbols[i].function;
            *creating[j].destroy = dlsym(dlopen(file, RTLD_LAZY), creating[j].destroying);
            *symbols[i].function = creating[j].ours;
        }
    }
}

/* The parameters. */

enum { MAX_FONTS = 3, MAX_LINES = 3, MAX_CHARACTERS = 24, MAX_SIDE = 64 };

struct parameters {
    struct csandboxed_text_request request;
    struct csandboxed_text_font fonts[MAX_FONTS];
    struct csandboxed_text_line lines[MAX_LINES];
    uint32_t characters[MAX_CHARACTERS];
};

static uint32_t make_character(void) {
    /* Latin, Hebrew, Arabic, Devanagari, accents, brackets, emoji, and what joins, separates and directs. */
    static const struct {
        uint32_t first, count;
    } ranges[] = {{'a', 26},     {'0', 10},   {0x5D0, 27}, {0x627, 36}, {0x915, 60},  {0x300, 16}, {'(', 2},
                  {0x1F600, 16}, {0x200B, 5}, {0x202A, 5}, {0x2066, 4}, {0xFE00, 16}, {' ', 1}};
    const uint32_t range = below(sizeof ranges / sizeof *ranges);
    const uint32_t code = mostly(ranges[range].first + below(ranges[range].count)) & CSANDBOXED_TEXT_CODE_POINT;
    return code | (number() % 2 ? 0 : CSANDBOXED_TEXT_STARTS) | (number() % 8 == 1 ? CSANDBOXED_TEXT_EMOJI : 0) |
           (number() % 8 == 1 ? CSANDBOXED_TEXT_IGNORABLE : 0);
}

static struct csandboxed_text_line make_line(uint32_t characters, uint32_t width, uint32_t height) {
    struct csandboxed_text_line line = {0};
    const uint32_t paragraph = below(characters), rest = characters - paragraph;
    line.paragraph_start = mostly(paragraph);
    line.paragraph_count = mostly(rest - below(rest));
    const uint32_t start = below(line.paragraph_count > 0 ? line.paragraph_count : 1);
    line.start = mostly(paragraph + start);
    line.count = mostly(line.paragraph_count - start);
    line.top = mostly(below(height));
    line.width = mostly(width - below(width));
    line.height = mostly(line.top < height ? height - line.top : 1);
    line.size = (float)(1 + below(80)) / 2;
    line.baseline = (float)number() / 4;
    const uint32_t odd_size = mostly(0), odd_baseline = mostly(0);
    if (odd_size != 0) memcpy(&line.size, &odd_size, sizeof line.size);
    if (odd_baseline != 0) memcpy(&line.baseline, &odd_baseline, sizeof line.baseline);
    for (int i = 0; i < 4; i++) line.colour[i] = (uint8_t)~number();
    return line;
}

/* The parameters as they are sent, without room between the parts. */
static size_t pack(const struct parameters *made, uint8_t *bytes) {
    const struct csandboxed_text_request *request = &made->request;
    const struct {
        const void *bytes;
        size_t count;
    } parts[] = {
        {request, sizeof *request},
        {made->fonts, request->font_count * sizeof *made->fonts},
        {made->lines, request->line_count * sizeof *made->lines},
        {made->characters, request->character_count * sizeof *made->characters},
    };
    size_t count = 0;
    for (int i = 0; i < 4; i++) {
        memcpy(bytes + count, parts[i].bytes, parts[i].count);
        count += parts[i].count;
    }
    return count;
}

static void *copy_of(const void *bytes, size_t count) {
    void *copy = malloc(count + (count == 0));
    memcpy(copy, bytes, count);
    return copy;
}

/* What a worker delivers: the caller frees it. All memory is exactly as large as it is said to be. */
static uint8_t *run(
    const struct csandbox_request *request, const struct parameters *made, const uint8_t *font, size_t font_count,
    struct csandbox_reply *reply) {
    static uint8_t packed[sizeof *made];
    const size_t parameter_count = pack(made, packed);
    uint8_t *parameters = copy_of(packed, parameter_count);
    const struct photo_bytes photo = {copy_of(font, font_count), font_count, parameters, parameter_count};
    const size_t count = (size_t)request->width * request->height * (request->depth / 2);
    struct pixel_buffer pixels = {__real_calloc(count + (count == 0), 1), count};
    *reply = (struct csandbox_reply){0};
    is_decoding = true;
    text_codec.decode(request, photo, pixels, reply);
    is_decoding = false;
    free_rest();
    free(photo.bytes);
    free(parameters);
    return pixels.bytes;
}

static void check_picture(
    const struct csandbox_request *request, const struct parameters *made, const uint8_t *pixels) {
    for (uint32_t y = 0; y < request->height; y++) {
        for (uint32_t x = 0; x < request->width; x++, pixels += 4) {
            bool is_inside = false;
            for (uint32_t i = 0; i < made->request.line_count; i++) {
                const struct csandboxed_text_line *line = made->lines + i;
                is_inside |= x < line->width && y >= line->top && y - line->top < line->height;
            }
            check(is_inside || (pixels[0] | pixels[1] | pixels[2] | pixels[3]) == 0, "text stays in its box");
        }
    }
}

static void check_measures(const struct parameters *made, const void *measures) {
    for (uint32_t i = 0; i < made->request.character_count; i++) {
        struct csandboxed_text_measure measure;
        memcpy(&measure, (const uint8_t *)measures + i * sizeof measure, sizeof measure);
        check(measure.advance >= 0, "a character has a length");
        check(measure.font <= made->request.font_count, "a character's font is one of those");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    static bool is_loaded;
    struct csandbox_reply reply = {0}, again;
    if (!is_loaded) text_codec.load((struct photo_bytes){0}, &reply);
    is_loaded = true;
    if (count == 0) return 0;
    const size_t numbers = bytes[0] < count ? bytes[0] : count - 1;
    next_byte = bytes + 1;
    numbers_end = next_byte + numbers;
    const uint8_t *font = numbers_end;
    const size_t font_count = count - 1 - numbers;

    const uint32_t count_of_pieces = mostly(UINT32_MAX);
    struct csandbox_request request = {.task = CSandboxTaskDecode, .codec = CSandboxedCodecText};
    struct parameters made = {.request = {.font_count = 1 + below(MAX_FONTS), .line_count = 1 + below(MAX_LINES)}};
    made.request.character_count = 1 + below(MAX_CHARACTERS);
    made.request.draws = below(4) != 0 || number() == 1;
    request.width = made.request.draws ? 1 + below(MAX_SIDE) : made.request.character_count;
    request.height = made.request.draws ? 1 + below(MAX_SIDE) : 1;
    request.depth = made.request.draws ? 8 : 16;
    for (uint32_t i = 0; i < made.request.font_count; i++) {
        made.fonts[i] = (struct csandboxed_text_font){mostly(0), mostly((uint32_t)font_count), mostly(0), 0};
    }
    for (uint32_t i = 0; i < made.request.line_count; i++) {
        made.lines[i] = make_line(made.request.character_count, request.width, request.height);
    }
    for (uint32_t i = 0; i < made.request.character_count; i++) made.characters[i] = make_character();

    pieces_left = count_of_pieces == UINT32_MAX ? UINT32_MAX : count_of_pieces % 32;
    uint8_t *pixels = run(&request, &made, font, font_count, &reply);
    check(reply.status <= CSandboxStatusOutOfMemory, "the reply is one of a decoder");
    check(reply.status != CSandboxStatusDamaged || reply.message[0] != 0, "a fault is told");
    if (reply.status == CSandboxStatusDone) {
        if (made.request.draws) {
            check_picture(&request, &made, pixels);
        } else {
            check_measures(&made, pixels);
        }
    }
    if (count_of_pieces == UINT32_MAX && number() % 2 == 0) {
        uint8_t *others = run(&request, &made, font, font_count, &again);
        check(again.status == reply.status, "text is drawn twice, or never");
        check(
            memcmp(pixels, others, (size_t)request.width * request.height * (request.depth / 2)) == 0,
            "text looks the same twice");
        free(others);
    }
    free(pixels);
    return 0;
}
