/* What is used of HarfBuzz, and of FriBidi: their headers aren't needed to build. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct hb_blob hb_blob;
typedef struct hb_face hb_face;
typedef struct hb_font hb_font;
typedef struct hb_buffer hb_buffer;
typedef struct hb_draw_funcs hb_draw_funcs;
typedef struct hb_draw_state hb_draw_state;
typedef struct hb_unicode_funcs hb_unicode_funcs;

struct hb_glyph_info {
    uint32_t glyph, mask, cluster, reserved[2];
};

struct hb_glyph_position {
    int32_t x_advance, y_advance, x_offset, y_offset;
    uint32_t reserved;
};

struct hb_glyph_extents {
    int32_t x_bearing, y_bearing, width, height;
};

/* A value on an axis of a variable font. */
struct hb_variation {
    uint32_t tag;
    float value;
};

enum { hb_memory_readonly = 1, hb_left_to_right = 4, hb_right_to_left = 5 };

#define HB_TAG(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

typedef void hb_point_func(hb_draw_funcs *, void *data, hb_draw_state *, float x, float y, void *);
typedef void hb_quadratic_func(
    hb_draw_funcs *, void *data, hb_draw_state *, float x1, float y1, float x, float y, void *);
typedef void hb_cubic_func(
    hb_draw_funcs *, void *data, hb_draw_state *, float x1, float y1, float x2, float y2, float x, float y, void *);
typedef void hb_close_func(hb_draw_funcs *, void *data, hb_draw_state *, void *);

/* Return type, name, parameters. */
#define HARFBUZZ_FUNCTIONS(each)                                                                                       \
    each(const char *, hb_version_string, (void)) each(                                                                \
        hb_blob *, hb_blob_create, (const char *, unsigned, int mode, void *, void (*)(void *)))                       \
        each(const char *, hb_blob_get_data, (hb_blob *, unsigned *)) each(void, hb_blob_destroy, (hb_blob *)) each(   \
            hb_face *, hb_face_create, (hb_blob *, unsigned index)) each(unsigned, hb_face_get_upem, (hb_face *))      \
            each(unsigned, hb_face_get_glyph_count, (hb_face *)) each(hb_font *, hb_font_create, (hb_face *)) each(    \
                void, hb_font_set_var_named_instance, (hb_font *, unsigned instance))                                  \
                each(void, hb_font_set_variations, (hb_font *, const struct hb_variation *, unsigned count)) each(     \
                    int, hb_font_get_nominal_glyph, (hb_font *, uint32_t character, uint32_t * glyph))                 \
                    each(int, hb_font_get_glyph_extents, (hb_font *, uint32_t glyph, struct hb_glyph_extents *)) each( \
                        void, hb_font_get_glyph_shape, (hb_font *, uint32_t glyph, hb_draw_funcs *, void *data))       \
                        each(hb_draw_funcs *, hb_draw_funcs_create, (void)) each(                                      \
                            void, hb_draw_funcs_set_move_to_func,                                                      \
                            (hb_draw_funcs *, hb_point_func *, void *, void (*)(void *)))                              \
                            each(                                                                                      \
                                void, hb_draw_funcs_set_line_to_func,                                                  \
                                (hb_draw_funcs *, hb_point_func *, void *, void (*)(void *)))                          \
                                each(                                                                                  \
                                    void, hb_draw_funcs_set_quadratic_to_func,                                         \
                                    (hb_draw_funcs *, hb_quadratic_func *, void *, void (*)(void *)))                  \
                                    each(                                                                              \
                                        void, hb_draw_funcs_set_cubic_to_func,                                         \
                                        (hb_draw_funcs *, hb_cubic_func *, void *, void (*)(void *)))                  \
                                        each(                                                                          \
                                            void, hb_draw_funcs_set_close_path_func,                                   \
                                            (hb_draw_funcs *, hb_close_func *, void *,                                 \
                                             void (*)(void *))) each(hb_buffer *, hb_buffer_create, (void))            \
                                            each(void, hb_buffer_clear_contents, (hb_buffer *)) each(                  \
                                                void, hb_buffer_add_codepoints,                                        \
                                                (hb_buffer *, const uint32_t *, int count, unsigned start,             \
                                                 int length)) each(void, hb_buffer_set_direction, (hb_buffer *, int))  \
                                                each(void, hb_buffer_set_script, (hb_buffer *, uint32_t))              \
                                                    each(int, hb_buffer_allocation_successful, (hb_buffer *)) each(    \
                                                        struct hb_glyph_info *, hb_buffer_get_glyph_infos,             \
                                                        (hb_buffer *, unsigned *count))                                \
                                                        each(                                                          \
                                                            struct hb_glyph_position *, hb_buffer_get_glyph_positions, \
                                                            (hb_buffer *, unsigned *count))                            \
                                                            each(                                                      \
                                                                void, hb_shape,                                        \
                                                                (hb_font *, hb_buffer *, const void *features,         \
                                                                 unsigned count))                                      \
                                                                each(                                                  \
                                                                    hb_unicode_funcs *, hb_unicode_funcs_get_default,  \
                                                                    (void))                                            \
                                                                    each(                                              \
                                                                        uint32_t, hb_unicode_script,                   \
                                                                        (hb_unicode_funcs *, uint32_t character))      \
                                                                        each(int, hb_ot_color_has_png, (hb_face *))    \
                                                                            each(                                      \
                                                                                hb_blob *,                             \
                                                                                hb_ot_color_glyph_reference_png,       \
                                                                                (hb_font *, uint32_t glyph))

/* Neutral: the first strong character decides. */
enum { fribidi_direction_auto = 0x40 };

#define FRIBIDI_FUNCTIONS(each)                                                                                    \
    each(void, fribidi_get_bidi_types, (const uint32_t *, int count, uint32_t *types)) each(                       \
        void, fribidi_get_bracket_types, (const uint32_t *, int count, const uint32_t *types, uint32_t *brackets)) \
        each(                                                                                                      \
            int8_t, fribidi_get_par_embedding_levels_ex,                                                           \
            (const uint32_t *types, const uint32_t *brackets, int count, uint32_t *direction, int8_t *levels))
