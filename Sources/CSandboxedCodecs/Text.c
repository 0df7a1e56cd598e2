#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Codecs.h"
#include "ColourGlyph.h"
#include "Coverage.h"
#include "TextLibraries.h"
#include "TextParameters.h"

#define DECLARE(result, name, parameters) static result(*name) parameters;
HARFBUZZ_FUNCTIONS(DECLARE)
FRIBIDI_FUNCTIONS(DECLARE)

static void load(struct photo_bytes photo, struct csandbox_reply *reply) {
    (void)photo;
#define ENTRY(result, name, parameters) {(void **)&name, #name},
    const struct symbol harfbuzz[] = {HARFBUZZ_FUNCTIONS(ENTRY)}, fribidi[] = {FRIBIDI_FUNCTIONS(ENTRY)};
    load_library("libharfbuzz.so.0", harfbuzz, sizeof harfbuzz / sizeof *harfbuzz, reply);
    if (reply->status != CSandboxStatusDone) return;
    snprintf(reply->library.name, sizeof reply->library.name, "HarfBuzz %.20s", hb_version_string());
    load_library("libfribidi.so.0", fribidi, sizeof fribidi / sizeof *fribidi, reply);
}

/* Adds FriBidi's version, which stands behind its name in a text of several lines: "(GNU FriBidi) 1.0.8". */
static void describe(struct photo_bytes photo, struct csandbox_library *library) {
    (void)photo;
    char version[16] = "";
    void *file = dlopen("libfribidi.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    const char *const *text = file ? dlsym(file, "fribidi_version_info") : NULL;
    if (text) sscanf(*text, "%*s %*s %15[0-9.]", version);
    const size_t used = strlen(library->name);
    snprintf(library->name + used, sizeof library->name - used, ", FriBidi %s", version);
}

/* A font whose outlines are measured in parts of an em. */
struct font {
    hb_font *font;
    hb_face *face;
    double units;
    bool has_pictures;
};

/* All that is known of the text. */
struct text {
    const struct csandboxed_text_request *request;
    const struct csandboxed_text_line *lines;
    const uint32_t *characters;
    uint32_t *code_points;
    struct font *fonts;
    hb_buffer *buffer;
    hb_draw_funcs *draw_functions;
    struct csandbox_reply *reply;
};

static void *allocate(size_t count, size_t size) { return calloc(count > 0 ? count : 1, size); }

/* Fonts. */

/* Chooses an instance of a variable font: the one whose place, from 1, is in the upper half of the index, as fontconfig
   counts; else the regular weight, because the usual one of some fonts is their thinnest. */
static void choose_instance(struct font *font, uint32_t index) {
    const uint32_t instance = index >> 16;
    /* Without the axis it changes nothing. */
    const struct hb_variation regular = {HB_TAG('w', 'g', 'h', 't'), 400};
    if (instance > 0) {
        hb_font_set_var_named_instance(font->font, instance - 1);
    } else {
        hb_font_set_variations(font->font, &regular, 1);
    }
}

static bool open_fonts(struct text *text, const struct csandboxed_text_font *fonts, struct photo_bytes files) {
    for (uint32_t i = 0; i < text->request->font_count; i++) {
        const struct csandboxed_text_font *file = fonts + i;
        if (file->offset > files.count || file->count > files.count - file->offset || file->count > INT32_MAX)
            return false;
        hb_blob *blob = hb_blob_create(
            (const char *)files.bytes + file->offset, (unsigned)file->count, hb_memory_readonly, NULL, NULL);
        struct font *font = text->fonts + i;
        font->face = hb_face_create(blob, file->index & 0xffff);
        font->font = hb_font_create(font->face);
        choose_instance(font, file->index);
        font->units = hb_face_get_upem(font->face);
        font->has_pictures = hb_ot_color_has_png(font->face);
        if (hb_face_get_glyph_count(font->face) == 0 || font->units < 1) return false;
    }
    return true;
}

/* Whether the font has a glyph for every character from `start` up to the next one that users see. */
static bool has_all(const struct text *text, const struct font *font, uint32_t start, uint32_t end) {
    for (uint32_t i = start; i < end; i++) {
        uint32_t glyph;
        if (text->characters[i] & CSANDBOXED_TEXT_IGNORABLE) continue;
        if (!hb_font_get_nominal_glyph(font->font, text->code_points[i], &glyph)) return false;
    }
    return true;
}

/* The font for what begins at `start`: pictures only where they are wanted or where no other font has it; the first
   font if none has. */
static uint8_t font_for(const struct text *text, uint32_t start, uint32_t end) {
    const bool wants_picture = text->characters[start] & CSANDBOXED_TEXT_EMOJI;
    for (int turn = 0; turn < 2; turn++) {
        for (uint32_t i = 0; i < text->request->font_count; i++) {
            const struct font *font = text->fonts + i;
            if (font->has_pictures == (wants_picture == (turn == 0)) && has_all(text, font, start, end))
                return (uint8_t)i;
        }
    }
    return 0;
}

/* Lines. */

/* Characters in a row that are shaped together. */
struct run {
    uint32_t start, count, script;
    int8_t level;
    uint8_t font;
};

/* The runs of one line, from the left to the right once they are ordered. */
struct runs {
    struct run *runs;
    uint32_t count;
};

static bool find_levels(const struct text *text, const struct csandboxed_text_line *line, int8_t *levels) {
    const uint32_t *characters = text->code_points + line->paragraph_start;
    const int count = (int)line->paragraph_count;
    uint32_t *types = allocate((size_t)count, sizeof *types), *brackets = allocate((size_t)count, sizeof *brackets);
    uint32_t direction = fribidi_direction_auto;
    if (!types || !brackets) return false;
    fribidi_get_bidi_types(characters, count, types);
    fribidi_get_bracket_types(characters, count, types, brackets);
    const bool is_found = fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels) > 0;
    free(types);
    free(brackets);
    return is_found;
}

static bool is_common(uint32_t script) {
    return script == HB_TAG('Z', 'y', 'y', 'y') || script == HB_TAG('Z', 'i', 'n', 'h') ||
           script == HB_TAG('Z', 'z', 'z', 'z');
}

/* The script of each character of a line; those that many scripts share have that of their neighbours before them, else
   behind them. */
static void find_scripts(const struct text *text, const struct csandboxed_text_line *line, uint32_t *scripts) {
    uint32_t last = 0, first = 0;
    for (uint32_t i = 0; i < line->count; i++) {
        uint32_t script = hb_unicode_script(hb_unicode_funcs_get_default(), text->code_points[line->start + i]);
        if (!is_common(script)) last = script;
        if (first == 0) first = last;
        scripts[i] = last;
    }
    for (uint32_t i = 0; i < line->count && scripts[i] == 0; i++)
        scripts[i] = first ? first : HB_TAG('L', 'a', 't', 'n');
}

static void reverse(struct run *runs, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; i++) {
        const struct run run = runs[i];
        runs[i] = runs[count - 1 - i];
        runs[count - 1 - i] = run;
    }
}

/* Rule L2 of the bidirectional algorithm (UAX 9). */
static void order(struct runs *runs) {
    int highest = 0;
    for (uint32_t i = 0; i < runs->count; i++) highest = runs->runs[i].level > highest ? runs->runs[i].level : highest;
    for (int level = highest; level > 0; level--) {
        for (uint32_t i = 0; i < runs->count;) {
            uint32_t end = i;
            while (end < runs->count && runs->runs[end].level >= level) end++;
            reverse(runs->runs + i, end - i);
            i = end + (end == i);
        }
    }
}

static bool is_alike(struct run a, struct run b) {
    return a.script == b.script && a.level == b.level && a.font == b.font;
}

/* False without memory. */
static bool find_runs(const struct text *text, const struct csandboxed_text_line *line, struct runs *runs) {
    int8_t *levels = allocate(line->paragraph_count, sizeof *levels);
    uint32_t *scripts = allocate(line->count, sizeof *scripts);
    runs->runs = allocate(line->count, sizeof *runs->runs);
    runs->count = 0;
    if (!levels || !scripts || !runs->runs || !find_levels(text, line, levels)) return false;
    find_scripts(text, line, scripts);
    uint8_t font = 0;
    const uint32_t line_end = line->start + line->count;
    for (uint32_t i = line->start; i < line_end; i++) {
        if (i == line->start || text->characters[i] & CSANDBOXED_TEXT_STARTS) {
            uint32_t end = i + 1;
            while (end < line_end && !(text->characters[end] & CSANDBOXED_TEXT_STARTS)) end++;
            font = font_for(text, i, end);
        }
        const struct run next = {
            .start = i, .script = scripts[i - line->start], .level = levels[i - line->paragraph_start], .font = font};
        if (runs->count == 0 || !is_alike(runs->runs[runs->count - 1], next)) runs->runs[runs->count++] = next;
        runs->runs[runs->count - 1].count++;
    }
    order(runs);
    free(levels);
    free(scripts);
    return true;
}

/* A run's glyphs, from the left to the right; their clusters are places of characters. */
struct glyphs {
    const struct hb_glyph_info *infos;
    const struct hb_glyph_position *positions;
    unsigned count;
};

static bool shape(
    const struct text *text, const struct csandboxed_text_line *line, struct run run, struct glyphs *glyphs) {
    hb_buffer_clear_contents(text->buffer);
    hb_buffer_add_codepoints(
        text->buffer, text->code_points + line->start, (int)line->count, run.start - line->start, (int)run.count);
    hb_buffer_set_direction(text->buffer, run.level % 2 ? hb_right_to_left : hb_left_to_right);
    hb_buffer_set_script(text->buffer, run.script);
    hb_shape(text->fonts[run.font].font, text->buffer, NULL, 0);
    glyphs->infos = hb_buffer_get_glyph_infos(text->buffer, &glyphs->count);
    glyphs->positions = hb_buffer_get_glyph_positions(text->buffer, &glyphs->count);
    return hb_buffer_allocation_successful(text->buffer);
}

/* Measuring. */

static bool measure(
    const struct text *text, const struct csandboxed_text_line *line, struct csandboxed_text_measure *all) {
    struct runs runs;
    if (!find_runs(text, line, &runs)) return false;
    for (uint32_t i = 0; i < runs.count; i++) {
        const struct run run = runs.runs[i];
        struct glyphs glyphs;
        if (!shape(text, line, run, &glyphs)) return false;
        for (uint32_t j = run.start; j < run.start + run.count; j++) all[j].font = run.font + 1;
        for (unsigned j = 0; j < glyphs.count; j++) {
            const uint32_t place = line->start + glyphs.infos[j].cluster;
            if (place < run.start || place >= run.start + run.count) continue;
            const double advance = glyphs.positions[j].x_advance * 65536.0 / text->fonts[run.font].units;
            const double sum = all[place].advance + advance;
            all[place].advance = sum > INT32_MAX ? INT32_MAX : sum < 0 ? 0 : (int32_t)sum;
            if (glyphs.infos[j].glyph == 0) all[place].font = 0;
        }
    }
    free(runs.runs);
    return true;
}

/* Drawing. */

static void move_to(hb_draw_funcs *functions, void *data, hb_draw_state *state, float x, float y, void *user) {
    (void)functions, (void)state, (void)user;
    coverage_move(data, x, y);
}

static void line_to(hb_draw_funcs *functions, void *data, hb_draw_state *state, float x, float y, void *user) {
    (void)functions, (void)state, (void)user;
    coverage_line(data, x, y);
}

static void quadratic_to(
    hb_draw_funcs *functions, void *data, hb_draw_state *state, float x1, float y1, float x, float y, void *user) {
    (void)functions, (void)state, (void)user;
    coverage_quadratic(data, x1, y1, x, y);
}

static void cubic_to(
    hb_draw_funcs *functions, void *data, hb_draw_state *state, float x1, float y1, float x2, float y2, float x,
    float y, void *user) {
    (void)functions, (void)state, (void)user;
    coverage_cubic(data, x1, y1, x2, y2, x, y);
}

static void close_path(hb_draw_funcs *functions, void *data, hb_draw_state *state, void *user) {
    (void)functions, (void)state, (void)user;
    coverage_close(data);
}

static hb_draw_funcs *create_draw_functions(void) {
    hb_draw_funcs *functions = hb_draw_funcs_create();
    hb_draw_funcs_set_move_to_func(functions, move_to, NULL, NULL);
    hb_draw_funcs_set_line_to_func(functions, line_to, NULL, NULL);
    hb_draw_funcs_set_quadratic_to_func(functions, quadratic_to, NULL, NULL);
    hb_draw_funcs_set_cubic_to_func(functions, cubic_to, NULL, NULL);
    hb_draw_funcs_set_close_path_func(functions, close_path, NULL, NULL);
    return functions;
}

/* Draws a glyph's own picture at a point of the baseline; false if it has none. */
static bool draw_picture(
    const struct text *text, const struct font *font, uint32_t glyph, double x, double baseline, double scale,
    struct colour_target target) {
    if (!font->has_pictures) return false;
    hb_blob *blob = hb_ot_color_glyph_reference_png(font->font, glyph);
    unsigned count = 0;
    const char *bytes = hb_blob_get_data(blob, &count);
    struct hb_glyph_extents extents;
    const bool has_picture = count > 0 && hb_font_get_glyph_extents(font->font, glyph, &extents);
    if (has_picture && !draw_colour_glyph(
                           bytes, count, x + extents.x_bearing * scale, baseline - extents.y_bearing * scale,
                           extents.width * scale, -extents.height * scale, target))
        set_failure(text->reply, CSandboxStatusDamaged, "a picture in it is damaged");
    hb_blob_destroy(blob);
    return has_picture;
}

static double width_of(const struct text *text, const struct csandboxed_text_line *line, const struct runs *runs) {
    double width = 0;
    for (uint32_t i = 0; i < runs->count; i++) {
        struct glyphs glyphs;
        if (!shape(text, line, runs->runs[i], &glyphs)) return 0;
        const double scale = (double)line->size / text->fonts[runs->runs[i].font].units;
        for (unsigned j = 0; j < glyphs.count; j++) width += glyphs.positions[j].x_advance * scale;
    }
    return width;
}

/* Draws glyphs that are pictures, and adds the outlines of the others. */
static bool draw_glyphs(
    const struct text *text, const struct csandboxed_text_line *line, const struct runs *runs,
    struct coverage *coverage, struct colour_target target) {
    double x = (line->width - width_of(text, line, runs)) / 2;
    for (uint32_t i = 0; i < runs->count; i++) {
        const struct font *font = text->fonts + runs->runs[i].font;
        const double scale = (double)line->size / font->units;
        struct glyphs glyphs;
        if (!shape(text, line, runs->runs[i], &glyphs)) return false;
        for (unsigned j = 0; j < glyphs.count; j++) {
            const struct hb_glyph_position *position = glyphs.positions + j;
            const uint32_t glyph = glyphs.infos[j].glyph;
            const double left = x + position->x_offset * scale,
                         base = (double)line->baseline - position->y_offset * scale;
            x += position->x_advance * scale;
            if (draw_picture(text, font, glyph, left, base, scale, target)) continue;
            coverage_start(coverage, scale, left, base);
            hb_font_get_glyph_shape(font->font, glyph, text->draw_functions, coverage);
            coverage_close(coverage);
        }
    }
    return text->reply->status != CSandboxStatusDamaged;
}

/* Gives the line's colour to all pixels that its outlines cover, beside its pictures. */
static void fill(
    const struct coverage *coverage, const uint8_t colour[4], struct colour_target target, uint8_t *shares) {
    for (int y = 0; y < coverage->height; y++) {
        uint8_t *pixel = target.pixels + (size_t)y * target.stride;
        coverage_row(coverage, y, shares);
        for (int x = 0; x < coverage->width; x++, pixel += 4) {
            if (shares[x] == 0 || pixel[3] != 0) continue;
            memcpy(pixel, colour, 3);
            pixel[3] = (uint8_t)((shares[x] * colour[3] + 127) / 255);
        }
    }
}

static bool draw(const struct text *text, const struct csandboxed_text_line *line, struct colour_target target) {
    struct runs runs;
    struct coverage coverage;
    if (!find_runs(text, line, &runs) || !coverage_create(&coverage, target.width, target.height)) return false;
    uint8_t *shares = allocate((size_t)target.width, 1);
    const bool is_drawn = shares && draw_glyphs(text, line, &runs, &coverage, target);
    if (is_drawn) fill(&coverage, line->colour, target, shares);
    free(shares);
    coverage_destroy(&coverage);
    free(runs.runs);
    return is_drawn;
}

/* The task. */

static void decode(
    const struct csandbox_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct csandbox_reply *reply) {
    struct text_parameters given;
    if (!read_text_parameters(photo, request, &given)) {
        set_failure(reply, CSandboxStatusDamaged, "inconsistent sizes");
        return;
    }
    struct text text = {.request = given.request, .lines = given.lines, .characters = given.characters, .reply = reply};
    const uint32_t count = text.request->character_count;
    text.fonts = allocate(text.request->font_count, sizeof *text.fonts);
    text.code_points = allocate(count, sizeof *text.code_points);
    text.buffer = hb_buffer_create();
    text.draw_functions = create_draw_functions();
    reply->status = CSandboxStatusOutOfMemory;
    if (!text.fonts || !text.code_points) return;
    if (!open_fonts(&text, given.fonts, photo)) {
        set_failure(reply, CSandboxStatusDamaged, "it is not a font, or is damaged");
        return;
    }
    for (uint32_t i = 0; i < count; i++) text.code_points[i] = text.characters[i] & CSANDBOXED_TEXT_CODE_POINT;
    for (uint32_t i = 0; i < text.request->line_count; i++) {
        const struct csandboxed_text_line *line = text.lines + i;
        const size_t stride = (size_t)request->width * 4;
        const struct colour_target target = {
            pixels.bytes + line->top * stride, stride, (int)line->width, (int)line->height};
        if (!(text.request->draws ? draw(&text, line, target) : measure(&text, line, (void *)pixels.bytes))) return;
    }
    reply->status = CSandboxStatusDone;
}

const struct codec text_codec = {.load = load, .describe = describe, .decode = decode};
