/* Prints what our C makes of numbers and pictures that are the same everywhere: lines of a digest and a name. They must
 * be the same on every kind of processor. `.ci/check-arm` compares them.
 *
 * usage: same-results PATH... */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CFaces.h"
#include "CPhotoCodecs.h"
#include "CResampling.h"
#include "Digest.h"
#include "FastPaths/PNGFilters.h"
#include "Generators.h"
#include "HEIFColours.h"
#include "LightResults.h"

/* Of a larger picture only the header counts. */
enum { MAX_PIXELS = 4 * 1000 * 1000 };

/* ---- Loops with vectors ---- */

static void unfilter(size_t pixel) {
    enum { ROWS = 37, WIDTHS = 90, FILTERS = 5 };
    Numbers numbers = numbers_of(1, pixel);
    begin();
    for (size_t width = 1; width < WIDTHS; width++) {
        const size_t count = width * pixel;
        uint8_t *above = random_bytes(&numbers, count + PNG_FILTER_PADDING);
        uint8_t *rows = random_bytes(&numbers, ROWS * (count + 1) + PNG_FILTER_PADDING);
        for (size_t y = 0; y < ROWS; y++) rows[y * (count + 1)] %= FILTERS;
        add_number(png_unfilter_rows(rows, ROWS, above, count, pixel));
        add(rows, ROWS * (count + 1));
        free(rows);
        free(above);
    }
    end("PNG filters of pixels of %zu bytes", pixel);
}

static void linearise(bool words, bool opaque) {
    enum { COUNT = 83 };
    Numbers numbers = numbers_of(1, 2 * words + opaque);
    uint8_t *samples = random_bytes(&numbers, 8 * COUNT), bytes[512];
    uint16_t *curve = memory((1 << 16) * sizeof *curve);
    for (unsigned i = 0; i < 1 << 16; i++) curve[i] = (uint16_t)(i * 99 % (CResamplingWhite + 1));
    for (unsigned i = 0; i < 256; i++) bytes[i] = (uint8_t)curve[i], bytes[256 + i] = (uint8_t)(curve[i] >> 8);
    int16_t row[(COUNT + 1) / 2 * CResamplingPairValues] = {0};
    const CResamplingCurves curves = {curve, curve, curve, words ? NULL : bytes};
    begin();
    cresampling_linearise(cresampling_best_instructions(), samples, words, opaque, COUNT, &curves, row);
    if (opaque) /* The fourth values may be anything. */
        for (size_t i = 0; i < sizeof row / sizeof *row; i++)
            if (i % 8 >= 6) row[i] = 0;
    add(row, sizeof row);
    end("linear values of %s %s samples", opaque ? "opaque" : "transparent", words ? "16-bit" : "8-bit");
    free(curve);
    free(samples);
}

static void sum_across(int channels) {
    enum { TARGETS = 60, MAX_PAIRS = 12, STRIDE = (TARGETS + MAX_PAIRS) * CResamplingPairValues };
    Numbers numbers = numbers_of(2, (uint64_t)channels);
    int32_t firsts[TARGETS], counts[TARGETS];
    for (int i = 0; i < TARGETS; i++) {
        firsts[i] = i;
        counts[i] = 2 + 2 * (i % (MAX_PAIRS / 2));
    }
    int16_t *strip = random_values(&numbers, CResamplingRowsPerStrip * STRIDE);
    int16_t *weights = random_values(&numbers, 2 * TARGETS * MAX_PAIRS);
    int16_t sums[CResamplingRowsPerStrip][4 * TARGETS + 1] = {0};
    int16_t *const rows[] = {sums[0], sums[1], sums[2], sums[3]};
    const CResamplingAxis axis = {firsts, counts, weights, MAX_PAIRS};
    begin();
    cresampling_sum_across(cresampling_best_instructions(), &axis, strip, STRIDE, channels, TARGETS, rows);
    for (int i = 0; i < CResamplingRowsPerStrip; i++) add(sums[i], TARGETS * (size_t)channels * sizeof sums[i][0]);
    end("sums across of %d channels", channels);
    free(weights);
    free(strip);
}

static void sum_down(size_t used) {
    enum { ROWS = 6, VALUES = 5 * CResamplingRowMultiple };
    Numbers numbers = numbers_of(3, used);
    int16_t *rows = random_values(&numbers, ROWS * VALUES), *weights = random_values(&numbers, used);
    const bool limited = used == 4;
    int16_t sums[VALUES];
    begin();
    for (size_t first = 0; first < ROWS; first++) {
        cresampling_sum_down(cresampling_best_instructions(), rows, ROWS, VALUES, first, weights, used, limited, sums);
        add(sums, sizeof sums);
    }
    end("sums down of %zu rows", used);
    free(weights);
    free(rows);
}

static void average(size_t side) {
    enum { COLUMNS = 1100 };
    Numbers numbers = numbers_of(5, side);
    begin();
    for (size_t rows = 1; rows <= side; rows += (side + 3) / 4) {
        uint16_t sums[COLUMNS * CResamplingSamplesPerPixel] = {0};
        uint8_t averages[COLUMNS * CResamplingSamplesPerPixel] = {0};
        for (size_t y = 0; y < rows; y++) {
            uint8_t *samples = random_bytes(&numbers, sizeof averages);
            cresampling_add_samples(samples, sizeof averages, sums);
            free(samples);
        }
        cresampling_average_boxes(sums, COLUMNS, rows, side, averages);
        add(averages, sizeof averages);
    }
    end("averages of boxes with %zu columns", side);
}

static void pack(void) {
    enum { COUNT = 41 };
    Numbers numbers = numbers_of(6, 0);
    uint8_t *pixels = random_bytes(&numbers, COUNT * CResamplingSamplesPerPixel);
    begin();
    for (size_t count = 0; count <= COUNT; count++) {
        /* What lies behind stays as it was. */
        uint8_t packed[COUNT * CResamplingPackedSamples + 1] = {0}, same[COUNT * CResamplingSamplesPerPixel + 1] = {0};
        cresampling_pack(pixels, count, packed);
        cresampling_unpack(packed, count, same);
        add(packed, sizeof packed);
        add(same, sizeof same);
    }
    end("packed pixels");
    free(pixels);
}

static void code_rows(void) {
    enum { GROUPS = 9, ROW = GROUPS * CResamplingCodedGroup, ROWS = 24 };
    Numbers numbers = numbers_of(7, 0);
    uint8_t above[ROW] = {0}, decoded[ROW] = {0};
    begin();
    for (int y = 0; y < ROWS; y++) {
        uint8_t *row = random_bytes(&numbers, ROW);
        /* From no difference to any. */
        for (size_t i = 0; i < ROW; i++) row[i] = (uint8_t)(above[i] + (row[i] >> (1 + (y + i / 50) % 8)));
        uint8_t coded[ROW + GROUPS + CResamplingCodedGroup] = {0};
        const size_t count = cresampling_code_row(cresampling_best_instructions(), row, above, GROUPS, coded);
        add(coded, count);
        if (cresampling_decode_row(cresampling_best_instructions(), coded, GROUPS, decoded) != count ||
            memcmp(decoded, row, ROW) != 0)
            stop("a row is another one when it is decoded");
        memcpy(above, row, ROW);
        free(row);
    }
    end("coded rows");
}

static void look_for_faces(int width, int height) {
    enum { WIDTH = 160, HEIGHT = 96 };
    Numbers numbers = numbers_of(4, 0);
    uint8_t *rgba = random_bytes(&numbers, 4 * WIDTH * HEIGHT);
    size_t count = 0;
    for (int grid = 0; grid < CFACES_GRIDS; grid++)
        count += CFACES_VALUES * (size_t)cfaces_cells(grid, width) * (size_t)cfaces_cells(grid, height);
    float *values = memory(count * sizeof *values);
    begin();
    struct cfaces_memory *memory = cfaces_memory_create();
    if (!memory || cfaces_look(memory, rgba, 4 * WIDTH, width, height, values) != 0) stop("memory");
    cfaces_memory_destroy(memory);
    add(values, count * sizeof *values);
    uint8_t halved[WIDTH * HEIGHT];
    cfaces_halve(rgba, WIDTH, HEIGHT, halved);
    add(halved, sizeof halved);
    end("faces in %dx%d", width, height);
    free(values);
    free(rgba);
}

/* ---- HEIF ---- */

/* The planes of chroma. */
typedef enum Form { AllColours, HalfTheColumns, HalfOfBoth, Grey, FORMS } Form;

static struct planes random_planes(Numbers *numbers, uint32_t width, uint32_t height, uint32_t depth, Form form) {
    const bool halves = form != AllColours && form != Grey;
    struct planes planes = {
        .count = form == Grey ? 1 : 3,
        .depth = depth,
        .halves_width = halves,
        .halves_height = halves && form != HalfTheColumns};
    for (uint32_t i = 0; i < planes.count; i++) {
        struct plane *plane = &planes.plane[i];
        *plane = (struct plane){.width = width, .height = height};
        if (i > 0 && planes.halves_width) plane->width = (width + 1) / 2;
        if (i > 0 && planes.halves_height) plane->height = (height + 1) / 2;
        plane->stride = (size_t)plane->width * (depth > 8 ? 2 : 1);
        uint8_t *bytes = random_bytes(numbers, plane->stride * plane->height);
        if (depth > 8)
            for (size_t j = 1; j < plane->stride * plane->height; j += 2) bytes[j] &= (uint8_t)((1 << (depth - 8)) - 1);
        plane->bytes = planes.owned[i] = bytes;
    }
    return planes;
}

static void convert(
    uint32_t width, uint32_t matrix, uint32_t primaries, uint32_t depth, uint32_t result_depth, Form form) {
    enum { HEIGHT = 9 };
    Numbers numbers = numbers_of(5, matrix);
    struct planes planes = random_planes(&numbers, width, HEIGHT, depth, form);
    struct row_buffer *buffer = make_row_buffer(width);
    uint16_t *row = memory((size_t)width * 4 * sizeof *row);
    if (!buffer) stop("memory");
    for (int is_full = 0; is_full < 2; is_full++) {
        const struct conversion conversion = conversion_of(&planes, matrix, primaries, is_full, result_depth);
        for (uint32_t y = 0; y < HEIGHT; y++) {
            convert_row(&planes, &conversion, buffer, y, 0, width, row);
            add(row, (size_t)width * 4 * result_depth / 8);
            convert_levels(&planes, &conversion, y, 0, width, row);
            add(row, width * sizeof *row);
        }
    }
    if (!scale_planes(&planes, width + 5, HEIGHT + 3)) stop("memory");
    for (uint32_t i = 0; i < planes.count; i++)
        add(planes.plane[i].bytes, planes.plane[i].stride * planes.plane[i].height);
    free_planes(&planes);
    free(row);
    free(buffer);
}

static void convert_in_all_ways(uint32_t matrix) {
    enum { BT2020 = 9, PRIMARIES = 23, DERIVED = 12 };
    const char *name;
    if (!can_convert(matrix, &name)) return;
    begin();
    for (uint32_t width = 1; width < 40; width++)
        for (uint32_t depth = 8; depth <= max_planes_depth; depth += 2)
            for (Form form = 0; form < FORMS; form++)
                for (uint32_t result_depth = 8; result_depth <= 16; result_depth += 8)
                    convert(width, matrix, BT2020, depth, result_depth, form);
    if (matrix == DERIVED)
        for (uint32_t primaries = 0; primaries < PRIMARIES; primaries++)
            convert(20, matrix, primaries, 8, 8, AllColours);
    end("HEIF colours of matrix %u", matrix);
}

/* ---- Reading ---- */

static CPhotoStatus check_size(uint32_t width, uint32_t height) {
    add_number(width);
    add_number(height);
    return (uint64_t)width * height > MAX_PIXELS ? CPhotoStatusTooLarge : CPhotoStatusDone;
}

static void read_png(int descriptor) {
    CPNGReader *reader = cpng_reader_create(descriptor);
    CPNGHeader header;
    uint8_t *row = NULL;
    if (!reader) stop("memory");
    CPhotoStatus status = cpng_reader_read_header(reader, &header);
    if (status == CPhotoStatusDone) status = check_size(header.width, header.height);
    if (status == CPhotoStatusDone) status = cpng_reader_start(reader);
    if (status == CPhotoStatusDone) row = memory(8 * (size_t)header.width);
    for (uint64_t y = 0; status == CPhotoStatusDone && y < header.pass_rows; y++)
        status = cpng_reader_read_pass_row(reader);
    for (uint32_t y = 0; status == CPhotoStatusDone && y < header.height; y++) {
        status = cpng_reader_read_row(reader, row);
        if (status == CPhotoStatusDone) add(row, (header.depth == 16 ? 8u : 4u) * (size_t)header.width);
    }
    if (status == CPhotoStatusDone) status = cpng_reader_finish(reader);
    add_number((uint64_t)status);
    free(row);
    cpng_reader_destroy(reader);
}

/* All of it, or only the middle half of the columns and rows. */
static void read_jpeg(int descriptor, int eighths, bool is_middle) {
    enum { MAX_SCANS = 100 };
    CJPEGReader *reader = cjpeg_reader_create(descriptor, 0, 0);
    CJPEGHeader header;
    uint32_t x = 0, y = 0, width, height;
    uint8_t *row = NULL;
    if (!reader) stop("memory");
    CPhotoStatus status = cjpeg_reader_read_header(reader, &header);
    if (status == CPhotoStatusDone) status = check_size(header.width, header.height);
    if (status == CPhotoStatusDone) status = cjpeg_reader_start(reader, eighths, MAX_SCANS, &width, &height);
    if (status == CPhotoStatusDone && is_middle && width > 1 && height > 3) {
        x = width / 4;
        y = height / 4;
        width /= 2;
        height /= 2;
        status = cjpeg_reader_crop(reader, &x, &width);
        if (status == CPhotoStatusDone) status = cjpeg_reader_skip(reader, y);
        add_number(x);
    }
    if (status == CPhotoStatusDone) row = memory(4 * (size_t)width);
    for (uint32_t i = 0; status == CPhotoStatusDone && i < height; i++) {
        status = cjpeg_reader_read_row(reader, row);
        if (status == CPhotoStatusDone) add(row, 4 * (size_t)width);
    }
    if (status == CPhotoStatusDone && y == 0) status = cjpeg_reader_finish(reader);
    add_number((uint64_t)status);
    free(row);
    cjpeg_reader_destroy(reader);
}

static void read_jpeg_in_all_ways(int descriptor) {
    for (int eighths = 8; eighths > 0; eighths /= 2)
        for (int is_middle = 0; is_middle < 2; is_middle++) read_jpeg(descriptor, eighths, is_middle);
}

static void read_file(const char *path) {
    uint8_t bytes[2] = {0};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || pread(descriptor, bytes, sizeof bytes, 0) < 0) stop(path);
    begin();
    if (memcmp(bytes, "\x89P", 2) == 0) read_png(descriptor);
    else read_jpeg_in_all_ways(descriptor);
    end("%s", path);
    close(descriptor);
}

/* Small ones of every form. */
static void read_generated(void) {
    int descriptor = memfd_create("picture", MFD_CLOEXEC);
    Bytes file = {0};
    begin();
    for (size_t i = 0; i < SYSTEMATIC_PNGS / 4 + SYSTEMATIC_JPEGS; i++) {
        Numbers numbers = numbers_of(6, i);
        const bool is_png = i >= SYSTEMATIC_JPEGS;
        if (is_png) generate_png(systematic_png(4 * (i - SYSTEMATIC_JPEGS), &numbers), &numbers, &file);
        else generate_jpeg(&numbers, &file);
        if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, file.bytes, file.count, 0) != (ssize_t)file.count)
            stop("memory");
        if (is_png) read_png(descriptor);
        else read_jpeg_in_all_ways(descriptor);
        if (i + 1 == SYSTEMATIC_JPEGS) {
            end("%d generated JPEGs", SYSTEMATIC_JPEGS);
            begin();
        }
    }
    end("generated PNGs");
    bytes_free(&file);
    close(descriptor);
}

/* ---- Writing ---- */

static void write_pictures(void) {
    enum { WIDTH = 333, HEIGHT = 111, STRIDE = 4 * WIDTH };
    uint8_t *pixels = memory(STRIDE * HEIGHT);
    for (size_t i = 0; i < STRIDE * HEIGHT; i++) pixels[i] = (uint8_t)(i % STRIDE * (i / STRIDE) / 50 + i % 4 * 30);
    for (int level = 1; level <= 9; level++) {
        CPNGBand band = {0};
        begin();
        add_number((uint64_t)cpng_band_encode(&band, pixels, STRIDE, WIDTH, HEIGHT, level % 2, false, true, level));
        add(band.bytes, band.count);
        add_number(band.checksum);
        cpng_band_free(&band);
        end("a PNG band at level %d", level);
    }
    for (int halves = 0; halves < 2; halves++) {
        CJPEGWriter *writer = cjpeg_writer_create();
        size_t count;
        begin();
        if (!writer || cjpeg_writer_start(writer, WIDTH, HEIGHT, 90, halves, 300) != CPhotoStatusDone ||
            cjpeg_writer_write_headers(writer) != CPhotoStatusDone ||
            cjpeg_writer_write_rows(writer, pixels, STRIDE, HEIGHT) != CPhotoStatusDone ||
            cjpeg_writer_finish(writer) != CPhotoStatusDone)
            stop("JPEG");
        const uint8_t *bytes = cjpeg_writer_output(writer, &count);
        add(bytes, count);
        cjpeg_writer_destroy(writer);
        end("a JPEG with %s colours", halves ? "half the" : "all");
    }
    free(pixels);
}

int main(int count, char **arguments) {
    static const size_t pixels[] = {1, 2, 3, 4, 6, 8};
    for (int i = 0; i < 6; i++) unfilter(pixels[i]);
    for (int channels = 3; channels <= 4; channels++) sum_across(channels);
    for (size_t used = 2; used <= 6; used += 2) sum_down(used);
    for (int kind = 0; kind < 4; kind++) linearise(kind / 2 == 1, kind % 2 == 1);
    make_all_light();
    for (size_t side = 1; side <= 17; side++) average(side);
    pack();
    code_rows();
    look_for_faces(160, 96);
    look_for_faces(109, 31);
    look_for_faces(33, 70);
    look_for_faces(5, 3);
    for (uint32_t matrix = 0; matrix < 20; matrix++) convert_in_all_ways(matrix);
    write_pictures();
    read_generated();
    for (int i = 1; i < count; i++) read_file(arguments[i]);
    printf(
        "PNGs %s, JPEGs %s\n", cpng_fast_path() == CPhotoFastPathUsed ? "by ISA-L" : "by libpng alone",
        cjpeg_fast_path() == CPhotoFastPathUsed ? "by our Huffman decoder" : "by libjpeg alone");
    return EXIT_SUCCESS;
}
