#include "Generators.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

/* ---- PNG ---- */

enum { GREY, RGB = 2, PALETTE, GREY_ALPHA, RGBA = 6 };

static const struct {
    uint8_t type, depth;
} formats[PNG_FORMATS] = {{GREY, 1},    {GREY, 2},       {GREY, 4},        {GREY, 8},    {GREY, 16},
                          {RGB, 8},     {RGB, 16},       {PALETTE, 1},     {PALETTE, 2}, {PALETTE, 4},
                          {PALETTE, 8}, {GREY_ALPHA, 8}, {GREY_ALPHA, 16}, {RGBA, 8},    {RGBA, 16}};

PNGShape systematic_png(size_t index, Numbers *numbers) {
    PNGShape shape = {.format = (int)(index % PNG_FORMATS), .height = 1 + (uint32_t)numbers_below(numbers, 24)};
    index /= PNG_FORMATS;
    shape.interlaced = index % 2;
    index /= 2;
    shape.filter = (int)(index % PNG_FILTER_CHOICES);
    shape.width = 1 + (uint32_t)(index / PNG_FILTER_CHOICES);
    return shape;
}

PNGShape large_png(size_t index, Numbers *numbers) {
    static const uint32_t sizes[][2] = {{900, 300}, {30000, 9}, {300000, 2}, {1, 9000},
                                        {70000, 3}, {517, 601}, {8000, 70},  {31000, 53}};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    static const int sample_formats[] = {13, 5, 14, 3}; /* RGBA, RGB, RGBA of 16 bits, grey */
    return (PNGShape){
        .format = sample_formats[index / SIZES % 4],
        .width = sizes[index % SIZES][0],
        .height = sizes[index % SIZES][1],
        .filter = PNG_FILTER_CHOICES - 1,
        .interlaced = numbers_one_in(numbers, 2)};
}

PNGShape random_png(Numbers *numbers) {
    return (PNGShape){
        .format = (int)numbers_below(numbers, PNG_FORMATS),
        .width = 1 + (uint32_t)numbers_below(numbers, PNG_WIDTHS),
        .height = 1 + (uint32_t)numbers_below(numbers, 40),
        .filter = (int)numbers_below(numbers, PNG_FILTER_CHOICES),
        .interlaced = numbers_one_in(numbers, 4)};
}

/* Noise, steps, nothing, small differences, or what was there some rows before. */
static uint8_t sample(int texture, const Bytes *rows, size_t distance, size_t index, Numbers *numbers) {
    switch (texture) {
    case 0: return numbers_byte(numbers);
    case 1: return (uint8_t)(index / 7 & 3);
    case 2: return 0;
    case 3: return (uint8_t)(numbers_below(numbers, 5) - 2);
    default: return rows->count > distance ? rows->bytes[rows->count - distance] : numbers_byte(numbers);
    }
}

static void append_rows(const PNGPasses *passes, int filter, Numbers *numbers, Bytes *rows) {
    const int texture = (int)numbers_below(numbers, 5);
    const size_t distance = 1 + numbers_below(numbers, numbers_one_in(numbers, 2) ? 300 : 33000);
    for (int i = 0; i < passes->count; i++) {
        for (uint32_t y = 0; y < passes->passes[i].rows; y++) {
            bytes_append_byte(rows, filter < 5 ? filter : (int)numbers_below(numbers, 5));
            bytes_reserve(rows, passes->passes[i].row_bytes);
            for (size_t x = 0; x < passes->passes[i].row_bytes; x++, rows->count++)
                rows->bytes[rows->count] = sample(texture, rows, distance, x, numbers);
        }
    }
}

static void append_random(Bytes *file, const char *type, size_t count, Numbers *numbers) {
    uint8_t bytes[3 * 256];
    for (size_t i = 0; i < count; i++) bytes[i] = numbers_byte(numbers);
    png_append_chunk(file, type, bytes, count);
}

static void append_transparency(Bytes *file, int type, int depth, Numbers *numbers) {
    const uint16_t grey = (uint16_t)(numbers_next(numbers) & ((1u << depth) - 1));
    if (type == PALETTE) append_random(file, "tRNS", 1 + numbers_below(numbers, 1u << depth), numbers);
    if (type == RGB) append_random(file, "tRNS", 6, numbers);
    if (type == GREY) png_append_chunk(file, "tRNS", (uint8_t[]){(uint8_t)(grey >> 8), (uint8_t)grey}, 2);
}

static void append_head(PNGShape shape, Numbers *numbers, Bytes *file) {
    const int type = formats[shape.format].type, depth = formats[shape.format].depth;
    Bytes header = {0};
    bytes_append_number(&header, shape.width, 4);
    bytes_append_number(&header, shape.height, 4);
    bytes_append(&header, (uint8_t[]){(uint8_t)depth, (uint8_t)type, 0, 0, shape.interlaced}, 5);
    bytes_append(file, "\x89PNG\r\n\x1A\n", 8);
    png_append_chunk(file, "IHDR", header.bytes, header.count);
    bytes_free(&header);
    if (numbers_one_in(numbers, 4)) png_append_chunk(file, "tEXt", "Comment\0hello", 13);
    /* One that is too short for some of the pixels, too. */
    if (type == PALETTE) append_random(file, "PLTE", 3 * (1 + numbers_below(numbers, 1u << depth)), numbers);
    if (type == RGB && numbers_one_in(numbers, 8)) append_random(file, "PLTE", 3 * 9, numbers);
    if (numbers_one_in(numbers, 3)) append_transparency(file, type, depth, numbers);
}

void generate_png(PNGShape shape, Numbers *numbers, Bytes *file) {
    static const int channels[] = {1, 0, 3, 1, 2, 0, 4};
    const int bits = formats[shape.format].depth * channels[formats[shape.format].type];
    const PNGPasses passes = png_passes(shape.width, shape.height, (uint32_t)bits, shape.interlaced);
    PNGParts parts = {0};
    Bytes rows = {0};
    append_head(shape, numbers, &parts.before);
    append_rows(&passes, shape.filter, numbers, &rows);
    deflate_rows(&rows, numbers, &parts.stream);
    if (numbers_one_in(numbers, 4)) append_random(&parts.after, "tIME", 7, numbers);
    png_append_chunk(&parts.after, "IEND", NULL, 0);
    bytes_clear(file);
    png_parts_write(&parts, (PNGSplit)numbers_below(numbers, PNG_SPLITS), numbers, file);
    bytes_free(&rows);
    png_parts_free(&parts);
}

/* ---- JPEG ---- */

/* Chooses sampling factors that libjpeg can write and read: an MCU has ten blocks at most. */
static void choose_sampling(struct jpeg_compress_struct *codec, Numbers *numbers) {
    int blocks = 0;
    for (int i = 0; i < codec->num_components; i++) {
        jpeg_component_info *component = &codec->comp_info[i];
        component->h_samp_factor = component->v_samp_factor = 1;
        blocks++;
        if (i > 0 && !numbers_one_in(numbers, 8)) continue;
        int across = 1 << numbers_below(numbers, 3), down = 1 << numbers_below(numbers, 3);
        if (numbers_one_in(numbers, 2)) across = across > 2 ? 2 : across, down = down > 2 ? 2 : down;
        const int others = codec->num_components - 1 - i;
        if (blocks - 1 + across * down + others > 10) continue;
        component->h_samp_factor = across;
        component->v_samp_factor = down;
        blocks += across * down - 1;
    }
}

static void choose_form(struct jpeg_compress_struct *codec, Numbers *numbers) {
    static const int qualities[] = {1, 30, 75, 90, 100};
    jpeg_set_quality(codec, qualities[numbers_below(numbers, 5)], TRUE);
    if (codec->num_components > 1) choose_sampling(codec, numbers);
    codec->optimize_coding = numbers_one_in(numbers, 2);
    if (numbers_one_in(numbers, 2)) codec->restart_interval = 1 + (unsigned)numbers_below(numbers, 9);
    if (numbers_one_in(numbers, 12)) jpeg_simple_progression(codec);
    if (!numbers_one_in(numbers, 24)) return;
    codec->arith_code = TRUE;
    codec->optimize_coding = FALSE;
}

static void write_pixels(struct jpeg_compress_struct *codec, Numbers *numbers) {
    uint8_t row[4 * PNG_WIDTHS];
    const int texture = (int)numbers_below(numbers, 3);
    const size_t step = 1 + numbers_below(numbers, 24);
    uint8_t value = 0;
    while (codec->next_scanline < codec->image_height) {
        for (size_t i = 0; i < sizeof row; i++) {
            if (texture == 0 || (texture == 1 && i % step == 0)) value = numbers_byte(numbers);
            row[i] = texture == 2 ? (uint8_t)(i * step + codec->next_scanline) : value;
        }
        jpeg_write_scanlines(codec, &(JSAMPROW){row}, 1);
    }
}

void generate_jpeg(Numbers *numbers, Bytes *file) {
    static const struct {
        int channels;
        J_COLOR_SPACE input, stored;
    } kinds[] = {{1, JCS_GRAYSCALE, JCS_GRAYSCALE}, {3, JCS_RGB, JCS_YCbCr},
                 {3, JCS_RGB, JCS_YCbCr},           {3, JCS_RGB, JCS_RGB},
                 {4, JCS_CMYK, JCS_CMYK},           {4, JCS_CMYK, JCS_YCCK}};
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr errors;
    unsigned char *output = NULL;
    unsigned long count = 0;
    codec.err = jpeg_std_error(&errors); /* ends the program, because nothing here can be wrong */
    jpeg_create_compress(&codec);
    jpeg_mem_dest(&codec, &output, &count);
    const size_t kind = numbers_below(numbers, sizeof kinds / sizeof *kinds);
    codec.image_width = 1 + (JDIMENSION)numbers_below(numbers, PNG_WIDTHS);
    codec.image_height = 1 + (JDIMENSION)numbers_below(numbers, 50);
    codec.input_components = kinds[kind].channels;
    codec.in_color_space = kinds[kind].input;
    jpeg_set_defaults(&codec);
    jpeg_set_colorspace(&codec, kinds[kind].stored);
    choose_form(&codec, numbers);
    jpeg_start_compress(&codec, TRUE);
    write_pixels(&codec, numbers);
    jpeg_finish_compress(&codec);
    bytes_clear(file);
    bytes_append(file, output, count);
    jpeg_destroy_compress(&codec);
    free(output);
}
