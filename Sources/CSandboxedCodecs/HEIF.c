/* Puts a HEIC's or AVIF's picture together: decodes each layer, converts it, and paints it where it belongs. */
#include <stdlib.h>
#include <string.h>

#include "CodedPicture.h"
#include "HEIFColours.h"

/* The picture while it is painted. */
struct canvas {
    uint8_t *pixels;
    uint32_t width;
    uint32_t height;
    /* 8 or 16. */
    uint32_t depth;
    /* Alpha of another size than the picture: samples of 16 bits, in the canvas's range; NULL for none. */
    uint16_t *alpha;
    uint32_t alpha_width;
    uint32_t alpha_height;
};

struct painting {
    struct canvas canvas;
    struct photo_bytes photo;
    const struct csandboxed_heif_request *request;
    const struct csandboxed_heif_layer *layers;
    const struct csandboxed_heif_extent *extents;
    const char *message;
    /* Whether a decoder has left parts of a layer out. */
    bool is_incomplete;
};

static uint32_t top(const struct canvas *canvas) { return canvas->depth == 8 ? 255 : 65535; }

static size_t pixel_bytes(const struct canvas *canvas) { return canvas->depth / 2; }

static uint8_t *pixel(const struct canvas *canvas, uint32_t x, uint32_t y) {
    return canvas->pixels + ((size_t)y * canvas->width + x) * pixel_bytes(canvas);
}

/* Turned parts. */

/* Where the pixels of a part go: that of its first row and column, and the steps from one to the next. */
struct traversal {
    int64_t x;
    int64_t y;
    int64_t column_x;
    int64_t column_y;
    int64_t row_x;
    int64_t row_y;
};

static bool swaps_sides(uint32_t orientation) { return orientation >= 5; }

static struct traversal traversal_of(const struct csandboxed_heif_layer *layer) {
    const uint32_t orientation = layer->orientation;
    const bool swaps = swaps_sides(orientation);
    const bool flips_x = orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
    const bool flips_y = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
    const int64_t width = swaps ? layer->source_height : layer->source_width;
    const int64_t height = swaps ? layer->source_width : layer->source_height;
    const int64_t step_x = flips_x ? -1 : 1, step_y = flips_y ? -1 : 1;
    return (struct traversal){
        .x = layer->x + (flips_x ? width - 1 : 0),
        .y = layer->y + (flips_y ? height - 1 : 0),
        .column_x = swaps ? 0 : step_x,
        .column_y = swaps ? step_y : 0,
        .row_x = swaps ? step_x : 0,
        .row_y = swaps ? 0 : step_y,
    };
}

/* Whether a layer's part is inside of what it is painted on. */
static bool is_inside(const struct csandboxed_heif_layer *layer, uint32_t width, uint32_t height) {
    if (layer->orientation < 1 || layer->orientation > 8) return false;
    if (layer->source_width == 0 || layer->source_height == 0) return false;
    const bool swaps = layer->kind != CSandboxedHEIFLayerKindFill && swaps_sides(layer->orientation);
    const uint64_t part_width = swaps ? layer->source_height : layer->source_width;
    const uint64_t part_height = swaps ? layer->source_width : layer->source_height;
    if (layer->x + part_width > width || layer->y + part_height > height) return false;
    return layer->kind == CSandboxedHEIFLayerKindFill ||
           ((uint64_t)layer->source_x + layer->source_width <= layer->coded_width &&
            (uint64_t)layer->source_y + layer->source_height <= layer->coded_height);
}

/* Painting. */

/* Paints a pixel over another by its alpha. `max` is the depth's largest sample. */
static void blend(const uint32_t over[4], uint32_t under[4], uint32_t max) {
    const float alpha = (float)over[3] / (float)max, rest = (float)under[3] / (float)max * (1 - alpha);
    const float sum = alpha + rest;
    if (sum <= 0) return;
    for (int i = 0; i < 3; i++) {
        under[i] = (uint32_t)(((float)over[i] * alpha + (float)under[i] * rest) / sum + 0.5f);
        if (under[i] > max) under[i] = max;
    }
    under[3] = (uint32_t)(sum * (float)max + 0.5f);
    if (under[3] > max) under[3] = max;
}

static void load(const uint8_t *pixel, uint32_t depth, uint32_t samples[4]) {
    for (int i = 0; i < 4; i++) samples[i] = depth == 8 ? pixel[i] : ((const uint16_t *)(const void *)pixel)[i];
}

static void store(uint8_t *pixel, uint32_t depth, const uint32_t samples[4]) {
    for (int i = 0; i < 4; i++) {
        if (depth == 8) {
            pixel[i] = (uint8_t)samples[i];
        } else {
            ((uint16_t *)(void *)pixel)[i] = (uint16_t)samples[i];
        }
    }
}

/* Puts a row of pixels on the canvas. */
static void put_row(
    const struct canvas *canvas, const struct csandboxed_heif_layer *layer, uint32_t row, const uint8_t *pixels) {
    const struct traversal to = traversal_of(layer);
    int64_t x = to.x + row * to.row_x, y = to.y + row * to.row_y;
    for (uint32_t i = 0; i < layer->source_width; i++, x += to.column_x, y += to.column_y) {
        uint8_t *to = pixel(canvas, (uint32_t)x, (uint32_t)y);
        uint32_t over[4];
        load(pixels + i * pixel_bytes(canvas), canvas->depth, over);
        if (layer->is_blended) {
            uint32_t under[4];
            load(to, canvas->depth, under);
            blend(over, under, top(canvas));
            store(to, canvas->depth, under);
        } else {
            store(to, canvas->depth, over);
        }
    }
}

static void set_alpha(const struct canvas *canvas, uint8_t *pixels, const uint16_t *levels, uint32_t count) {
    if (canvas->depth == 8) {
        for (uint32_t i = 0; i < count; i++) pixels[4 * (size_t)i + 3] = (uint8_t)levels[i];
    } else {
        uint16_t *words = (uint16_t *)(void *)pixels;
        for (uint32_t i = 0; i < count; i++) words[4 * (size_t)i + 3] = levels[i];
    }
}

static enum CSandboxStatus fill(const struct canvas *canvas, const struct csandboxed_heif_layer *layer) {
    uint32_t over[4];
    for (int i = 0; i < 4; i++) over[i] = canvas->depth == 8 ? (layer->fill[i] + 128u) / 257 : layer->fill[i];
    for (uint32_t y = 0; y < layer->source_height; y++) {
        for (uint32_t x = 0; x < layer->source_width; x++) {
            uint8_t *to = pixel(canvas, layer->x + x, layer->y + y);
            uint32_t under[4];
            load(to, canvas->depth, under);
            blend(over, under, top(canvas));
            store(to, canvas->depth, under);
        }
    }
    return CSandboxStatusDone;
}

/* Decoded layers. */

struct decoded_layer {
    struct decoded_picture picture;
    struct conversion conversion;
};

/* Gives the picture the size that its file states. */
static enum CSandboxStatus fit(
    struct planes *planes, uint32_t width, uint32_t height, bool scales, const char **message) {
    const struct plane *first = &planes->plane[0];
    if (first->width == width && first->height == height) return CSandboxStatusDone;
    if (scales) return scale_planes(planes, width, height) ? CSandboxStatusDone : CSandboxStatusOutOfMemory;
    if (first->width >= width && first->height >= height) return CSandboxStatusDone;
    *message = "a coded picture is smaller than the file says";
    return CSandboxStatusDamaged;
}

/* `width` and `height` are the size to get, which for alpha is that of the layer with colours. */
static enum CSandboxStatus decode_layer(
    struct painting *painting, const struct csandboxed_heif_layer *layer, uint32_t width, uint32_t height, bool scales,
    struct decoded_layer *decoded) {
    enum CSandboxStatus status = decode_coded_picture(
        layer, painting->extents + layer->first_extent, painting->photo, &decoded->picture, &painting->message);
    if (status != CSandboxStatusDone) return status;
    if (decoded->picture.is_incomplete) painting->is_incomplete = true;
    struct planes *planes = &decoded->picture.planes;
    const bool is_coloured = planes->count == 3 && layer->kind == CSandboxedHEIFLayerKindColour;
    if (is_coloured && !can_convert(layer->matrix, &painting->message)) {
        status = CSandboxStatusUnsupported;
    } else {
        status = fit(planes, width, height, scales, &painting->message);
    }
    if (status != CSandboxStatusDone) {
        free_decoded_picture(&decoded->picture);
        return status;
    }
    decoded->conversion = conversion_of(
        planes, layer->matrix, layer->primaries, layer->is_full_range != 0, painting->canvas.depth);
    return CSandboxStatusDone;
}

static enum CSandboxStatus decode_stated(
    struct painting *painting, const struct csandboxed_heif_layer *layer, struct decoded_layer *decoded) {
    return decode_layer(painting, layer, layer->coded_width, layer->coded_height, layer->is_scaled, decoded);
}

/* Converts and paints the rows of a layer; `alpha` is NULL if it has none of its own. */
static enum CSandboxStatus paint_rows(
    const struct canvas *canvas, const struct csandboxed_heif_layer *layer, const struct decoded_layer *colour,
    const struct decoded_layer *alpha) {
    const uint32_t x = layer->source_x, width = layer->source_width;
    const bool is_direct = layer->orientation == 1 && !layer->is_blended;
    struct row_buffer *buffer = make_row_buffer(width);
    uint8_t *row = is_direct ? NULL : malloc(width * pixel_bytes(canvas));
    uint16_t *levels = alpha ? malloc(width * sizeof *levels) : NULL;
    const bool has_memory = buffer && (is_direct || row) && (!alpha || levels);
    for (uint32_t y = 0; has_memory && y < layer->source_height; y++) {
        uint8_t *pixels = is_direct ? pixel(canvas, layer->x, layer->y + y) : row;
        convert_row(&colour->picture.planes, &colour->conversion, buffer, layer->source_y + y, x, width, pixels);
        if (alpha) {
            convert_levels(&alpha->picture.planes, &alpha->conversion, layer->source_y + y, x, width, levels);
            set_alpha(canvas, pixels, levels, width);
        }
        if (!is_direct) put_row(canvas, layer, y, pixels);
    }
    free(buffer);
    free(row);
    free(levels);
    return has_memory ? CSandboxStatusDone : CSandboxStatusOutOfMemory;
}

static enum CSandboxStatus paint_colour(struct painting *painting, const struct csandboxed_heif_layer *layer) {
    struct decoded_layer colour, alpha;
    const bool has_alpha = layer->alpha_layer >= 0;
    enum CSandboxStatus status = decode_stated(painting, layer, &colour);
    if (status != CSandboxStatusDone) return status;
    if (has_alpha) {
        const struct csandboxed_heif_layer *source = &painting->layers[layer->alpha_layer];
        status = decode_layer(painting, source, layer->coded_width, layer->coded_height, true, &alpha);
    }
    if (status == CSandboxStatusDone) {
        status = paint_rows(&painting->canvas, layer, &colour, has_alpha ? &alpha : NULL);
        if (has_alpha) free_decoded_picture(&alpha.picture);
    }
    free_decoded_picture(&colour.picture);
    return status;
}

static void put_levels(
    const struct canvas *canvas, const struct csandboxed_heif_layer *layer, uint32_t row, const uint16_t *levels) {
    const struct traversal to = traversal_of(layer);
    int64_t x = to.x + row * to.row_x, y = to.y + row * to.row_y;
    for (uint32_t i = 0; i < layer->source_width; i++, x += to.column_x, y += to.column_y) {
        if (canvas->alpha) {
            canvas->alpha[(size_t)y * canvas->alpha_width + (size_t)x] = levels[i];
        } else {
            set_alpha(canvas, pixel(canvas, (uint32_t)x, (uint32_t)y), levels + i, 1);
        }
    }
}

static enum CSandboxStatus paint_alpha(struct painting *painting, const struct csandboxed_heif_layer *layer) {
    const struct canvas *canvas = &painting->canvas;
    struct decoded_layer alpha;
    enum CSandboxStatus status = decode_stated(painting, layer, &alpha);
    if (status != CSandboxStatusDone) return status;
    uint16_t *levels = malloc(layer->source_width * sizeof *levels);
    for (uint32_t y = 0; levels && y < layer->source_height; y++) {
        convert_levels(
            &alpha.picture.planes, &alpha.conversion, layer->source_y + y, layer->source_x, layer->source_width,
            levels);
        if (!canvas->alpha && layer->orientation == 1) {
            set_alpha(canvas, pixel(canvas, layer->x, layer->y + y), levels, layer->source_width);
        } else {
            put_levels(canvas, layer, y, levels);
        }
    }
    if (!levels) status = CSandboxStatusOutOfMemory;
    free(levels);
    free_decoded_picture(&alpha.picture);
    return status;
}

static enum CSandboxStatus paint(struct painting *painting, const struct csandboxed_heif_layer *layer) {
    switch (layer->kind) {
    case CSandboxedHEIFLayerKindFill: return fill(&painting->canvas, layer);
    case CSandboxedHEIFLayerKindColour: return paint_colour(painting, layer);
    case CSandboxedHEIFLayerKindAlpha: return paint_alpha(painting, layer);
    case CSandboxedHEIFLayerKindLayerAlpha: return CSandboxStatusDone;
    }
    return CSandboxStatusDamaged;
}

/* What is done to all pixels at the end. */

/* Scales alpha of another size linearly to the picture's. */
static bool scale_alpha(const struct canvas *canvas, const struct csandboxed_heif_request *request) {
    struct planes planes = {.count = 1, .depth = 16};
    planes.plane[0] = (struct plane){
        (const uint8_t *)canvas->alpha, canvas->alpha_width * sizeof(uint16_t), canvas->alpha_width,
        canvas->alpha_height};
    if (!scale_planes(&planes, request->whole_width, request->whole_height)) return false;
    for (uint32_t y = 0; y < canvas->height; y++) {
        const uint8_t *row = planes.plane[0].bytes + (size_t)(request->crop_y + y) * planes.plane[0].stride;
        set_alpha(canvas, pixel(canvas, 0, y), (const uint16_t *)(const void *)row + request->crop_x, canvas->width);
    }
    free_planes(&planes);
    return true;
}

static void divide_by_alpha(const struct canvas *canvas) {
    const uint32_t max = top(canvas);
    const size_t count = (size_t)canvas->width * canvas->height;
    for (size_t i = 0; i < count; i++) {
        uint8_t *at = canvas->pixels + i * pixel_bytes(canvas);
        uint32_t samples[4];
        load(at, canvas->depth, samples);
        if (samples[3] == max || samples[3] == 0) continue;
        for (int j = 0; j < 3; j++) {
            uint32_t sample = (uint32_t)(((uint64_t)samples[j] * max + samples[3] / 2) / samples[3]);
            samples[j] = sample < max ? sample : max;
        }
        store(at, canvas->depth, samples);
    }
}

/* The codec. */

/* Finds the parts of the parameters. */
static bool find_parts(struct painting *painting) {
    const struct csandboxed_heif_request *request = painting->photo.parameters;
    const size_t count = painting->photo.parameter_count;
    if (!request || count < sizeof *request) return false;
    const size_t layer_bytes = (size_t)request->layer_count * sizeof *painting->layers;
    const size_t extent_bytes = (size_t)request->extent_count * sizeof *painting->extents;
    if (count != sizeof *request + layer_bytes + extent_bytes) return false;
    painting->request = request;
    painting->layers = (const void *)(request + 1);
    painting->extents = (const void *)(painting->layers + request->layer_count);
    return true;
}

/* The same, and checks all that the parent should have checked. */
static bool read_parameters(struct painting *painting) {
    if (!find_parts(painting)) return false;
    const struct csandboxed_heif_request *request = painting->request;
    const struct canvas *canvas = &painting->canvas;
    const bool scales = request->alpha_width > 0;
    if (scales && ((uint64_t)request->crop_x + canvas->width > request->whole_width ||
                   (uint64_t)request->crop_y + canvas->height > request->whole_height)) {
        return false;
    }
    for (uint32_t i = 0; i < request->layer_count; i++) {
        const struct csandboxed_heif_layer *layer = &painting->layers[i];
        if ((uint64_t)layer->first_extent + layer->extent_count > request->extent_count) return false;
        if (layer->alpha_layer >= (int64_t)i) return false;
        const bool is_scaled = scales && layer->kind == CSandboxedHEIFLayerKindAlpha;
        const uint32_t width = is_scaled ? request->alpha_width : canvas->width;
        const uint32_t height = is_scaled ? request->alpha_height : canvas->height;
        if (layer->kind != CSandboxedHEIFLayerKindLayerAlpha && !is_inside(layer, width, height)) return false;
    }
    return true;
}

/* Paints all layers. Those that fail are left out, and the reply says so; it fails if there is none. */
static enum CSandboxStatus paint_all(struct painting *painting, struct csandbox_reply *reply) {
    uint32_t painted = 0;
    for (uint32_t i = 0; i < painting->request->layer_count; i++) {
        const struct csandboxed_heif_layer *layer = &painting->layers[i];
        enum CSandboxStatus status = paint(painting, layer);
        if (status == CSandboxStatusDone) {
            if (layer->kind == CSandboxedHEIFLayerKindColour) painted++;
            continue;
        }
        /* Only the first damaged layer is reported. */
        if (status != CSandboxStatusDamaged || !reply->loses_pixels) set_message(reply, painting->message);
        if (status != CSandboxStatusDamaged) return status;
        reply->loses_pixels = 1;
    }
    if (painting->is_incomplete && !reply->loses_pixels) {
        set_message(reply, "parts of a coded picture are missing");
        reply->loses_pixels = 1;
    }
    return painted > 0 ? CSandboxStatusDone : CSandboxStatusDamaged;
}

static enum CSandboxStatus decode_all(struct painting *painting, struct csandbox_reply *reply) {
    struct canvas *canvas = &painting->canvas;
    const struct csandboxed_heif_request *request = painting->request;
    if (request->alpha_width > 0) {
        canvas->alpha_width = request->alpha_width;
        canvas->alpha_height = request->alpha_height;
        canvas->alpha = calloc((size_t)request->alpha_width * request->alpha_height, sizeof *canvas->alpha);
        if (!canvas->alpha) return CSandboxStatusOutOfMemory;
    }
    enum CSandboxStatus status = paint_all(painting, reply);
    if (status == CSandboxStatusDone && canvas->alpha && !scale_alpha(canvas, request)) {
        status = CSandboxStatusOutOfMemory;
    }
    if (status == CSandboxStatusDone && request->is_premultiplied) divide_by_alpha(canvas);
    free(canvas->alpha);
    return status;
}

static void decode(
    const struct csandbox_request *request, struct photo_bytes photo, struct pixel_buffer pixels,
    struct csandbox_reply *reply) {
    struct painting painting = {
        .canvas = {.pixels = pixels.bytes, .width = request->width, .height = request->height, .depth = request->depth},
        .photo = photo,
        .message = "",
    };
    reply->width = request->width;
    reply->height = request->height;
    reply->depth = request->depth;
    if (!read_parameters(&painting)) {
        set_failure(reply, CSandboxStatusDamaged, "its structure is inconsistent");
        return;
    }
    reply->status = decode_all(&painting, reply);
}

/* Loads what decodes the layers. */
static void load_for(struct photo_bytes photo, struct csandbox_reply *reply) {
    struct painting painting = {.photo = photo};
    bool is_loaded[CSANDBOXED_HEIF_CODEC_COUNT] = {false};
    if (!find_parts(&painting)) return;
    for (uint32_t i = 0; i < painting.request->layer_count; i++) {
        const struct csandboxed_heif_layer *layer = &painting.layers[i];
        if (layer->kind == CSandboxedHEIFLayerKindFill || is_loaded[layer->codec]) continue;
        decoder_of(layer->codec)->load(reply);
        reply->failing_library = layer->codec;
        if (reply->status != CSandboxStatusDone) return;
        is_loaded[layer->codec] = true;
    }
}

/* Names what decodes the first layer. */
static void describe(struct photo_bytes photo, struct csandbox_library *library) {
    struct painting painting = {.photo = photo};
    if (!find_parts(&painting) || painting.request->layer_count == 0) return;
    decoder_of(painting.layers[0].codec)->describe(library);
}

const struct codec heif_codec = {.load = load_for, .describe = describe, .decode = decode};
