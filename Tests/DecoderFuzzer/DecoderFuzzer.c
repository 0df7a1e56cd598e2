/* Holds our decoders against libpng and libjpeg alone, with the sanitizers that this is built with: over given
 * pictures, over generated ones, and over random changes of both. `.ci/check-decoders` builds and runs it.
 *
 * usage: decoder-fuzzer MUTATIONS|some|given FOLDER PATH…
 *
 * With `given` only the given pictures are compared, with `some` also a tenth of the generated ones.
 *
 * Prints a line of totals. At the first difference, sanitizer's error, leak or endless loop it saves the picture in
 * FOLDER, says what is wrong, and exits with 1. */
#define _GNU_SOURCE
#include <ftw.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <fcntl.h>
#include <unistd.h>

#include "Bytes.h"
#include "CPhotoCodecs.h"
#include "Comparison.h"
#include "DeflateHeadTest.h"
#include "Generators.h"
#include "Mutations.h"

enum {
    SEED = 20,
    MAX_PROCESSES = 16,
    SECONDS_FOR_ONE = 300,
    MAX_PIXELS = 20 * 1000 * 1000, /* of a given picture; of a larger one only the header is compared */
    MAX_CHANGED_PIXELS = 500 * 1000,
    MANY_PIXELS = 1000 * 1000,      /* from here on a given picture is decoded in fewer ways */
    MAX_ORIGINAL_BYTES = 20 * 1000, /* of a given picture that is changed */
    HEAD_MUTATIONS = 20 * 1000,
};

typedef enum Format { Other, PNG, JPEG, FORMATS } Format;

/* ---- Pictures that are given ---- */

typedef struct Picture {
    char *path;
    size_t size;
    Format format;
} Picture;

static Picture *pictures;
static size_t picture_count;
/* Small ones, to be changed. */
static Bytes *originals[FORMATS];
static size_t original_count[FORMATS];

_Noreturn static void stop(const char *what) {
    perror(what);
    exit(EXIT_FAILURE);
}

static Format format_of(const uint8_t *bytes, size_t count) {
    if (count >= 8 && memcmp(bytes, "\x89PNG\r\n\x1A\n", 8) == 0) return PNG;
    return count >= 2 && memcmp(bytes, "\xFF\xD8", 2) == 0 ? JPEG : Other;
}

static int add_picture(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)place;
    if (type == FTW_DNR || type == FTW_NS) stop(path);
    if (type != FTW_F) return 0;
    uint8_t bytes[MAX_ORIGINAL_BYTES];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) stop(path);
    ssize_t count = read(descriptor, bytes, sizeof bytes);
    close(descriptor);
    if (count < 0) stop(path);
    Picture picture = {strdup(path), (size_t)status->st_size, format_of(bytes, (size_t)count)};
    pictures = realloc(pictures, (picture_count + 1) * sizeof *pictures);
    pictures[picture_count++] = picture;
    return 0;
}

/* The largest first, so that all processes end at the same time. */
static int compare_pictures(const void *a, const void *b) {
    const Picture *one = a, *other = b;
    if (one->size != other->size) return one->size < other->size ? 1 : -1;
    return strcmp(one->path, other->path);
}

static void load_originals(void) {
    for (size_t i = 0; i < picture_count; i++) {
        const Picture *picture = &pictures[i];
        if (picture->format == Other || picture->size > MAX_ORIGINAL_BYTES) continue;
        uint8_t bytes[MAX_ORIGINAL_BYTES];
        int descriptor = open(picture->path, O_RDONLY | O_CLOEXEC);
        ssize_t count = descriptor < 0 ? -1 : read(descriptor, bytes, sizeof bytes);
        if (count <= 0) stop(picture->path);
        close(descriptor);
        Bytes **list = &originals[picture->format];
        *list = realloc(*list, (original_count[picture->format] + 1) * sizeof **list);
        Bytes original = {0};
        bytes_append(&original, bytes, (size_t)count);
        (*list)[original_count[picture->format]++] = original;
    }
}

/* ---- What the processes share ---- */

typedef struct Totals {
    uint64_t decodings[FORMATS], complete[FORMATS], by_own_code[FORMATS], headers_only, noticed_later;
} Totals;

typedef struct Worker {
    Totals totals;
    char name[4200];      /* of what is being decoded */
    char difference[600]; /* empty if none was found */
    bool is_in_memory;    /* it is in `memory`, else a given file */
    Format format;
    int memory;
} Worker;

typedef struct Shared {
    _Atomic uint64_t next;
    Worker workers[MAX_PROCESSES];
} Shared;

static Shared *shared;
static bool has_isal;

/* ---- Comparing ---- */

static void count(Worker *worker, const Comparison *comparison, const char *way) {
    worker->totals.decodings[worker->format]++;
    worker->totals.complete[worker->format] += comparison->is_decoded;
    worker->totals.by_own_code[worker->format] += comparison->is_by_own_code;
    worker->totals.headers_only += comparison->is_too_large;
    worker->totals.noticed_later += comparison->is_noticed_later;
    if (comparison->difference[0] == 0) return;
    snprintf(worker->difference, sizeof worker->difference, "%s (%s)", comparison->difference, way);
    _exit(EXIT_FAILURE);
}

static Comparison compare_png_way(Worker *worker, int descriptor, PNGWay way, uint64_t max_pixels) {
    static const char *const names[PNG_HELPS] = {
        "nobody inflates ahead", "inflated ahead on the same thread", "inflated ahead on another thread"};
    Comparison comparison = compare_png(descriptor, way, max_pixels);
    count(worker, &comparison, names[way.help]);
    return comparison;
}

static Comparison compare_jpeg_way(Worker *worker, int descriptor, JPEGWay way, uint64_t max_pixels) {
    char name[100];
    snprintf(
        name, sizeof name, "at %d eighths, %s, from byte %llu", way.eighths, way.is_middle ? "the middle" : "all",
        (unsigned long long)way.begin);
    Comparison comparison = compare_jpeg(descriptor, way, max_pixels);
    count(worker, &comparison, name);
    return comparison;
}

/* A picture is decoded in all ways if it is small. */
static void compare_in_all_ways(Worker *worker, int descriptor, bool is_large) {
    const Numbers numbers = numbers_of(SEED, 0);
    if (worker->format == PNG && has_isal) {
        for (int help = 0; help < PNG_HELPS; help++)
            if (!is_large || help != PNGHelpBetweenRows)
                compare_png_way(worker, descriptor, (PNGWay){.help = (PNGHelp)help, .numbers = numbers}, MAX_PIXELS);
    }
    if (worker->format == JPEG) {
        static const int scales[] = {8, 4, 2, 1};
        for (int i = 0; i < 4; i++) {
            for (int middle = 0; middle < 2; middle++) {
                if (is_large && (middle == 1) != (i == 1)) continue;
                compare_jpeg_way(
                    worker, descriptor, (JPEGWay){.eighths = scales[i], .is_middle = middle, .numbers = numbers},
                    MAX_PIXELS);
            }
        }
    }
}

/* Whether the header says so, or is broken. */
static bool is_large(int descriptor, Format format) {
    uint64_t pixels = 0;
    if (format == PNG) {
        CPNGReader *reader = cpng_reader_create(descriptor);
        CPNGHeader header;
        if (reader && cpng_reader_read_header(reader, &header) == CPhotoStatusDone)
            pixels = (uint64_t)header.width * header.height;
        cpng_reader_destroy(reader);
    } else {
        CJPEGReader *reader = cjpeg_reader_create(descriptor, 0, 0);
        CJPEGHeader header;
        if (reader && cjpeg_reader_read_header(reader, &header) == CPhotoStatusDone)
            pixels = (uint64_t)header.width * header.height;
        cjpeg_reader_destroy(reader);
    }
    return pixels > MANY_PIXELS;
}

static void compare_picture(Worker *worker, const Picture *picture) {
    if (picture->format == Other) return;
    int descriptor = open(picture->path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) stop(picture->path);
    worker->is_in_memory = false;
    worker->format = picture->format;
    snprintf(worker->name, sizeof worker->name, "%s", picture->path);
    compare_in_all_ways(worker, descriptor, is_large(descriptor, picture->format));
    close(descriptor);
}

static void put_in_memory(Worker *worker, const Bytes *file, Format format, const char *kind, uint64_t index) {
    worker->is_in_memory = true;
    worker->format = format;
    snprintf(worker->name, sizeof worker->name, "%s %llu", kind, (unsigned long long)index);
    if (ftruncate(worker->memory, 0) != 0) stop("memory");
    if (pwrite(worker->memory, file->bytes, file->count, 0) != (ssize_t)file->count) stop("memory");
}

/* ---- Changed pictures ---- */

static void take_original(Format format, Numbers *numbers, Bytes *file) {
    if (original_count[format] > 0 && numbers_one_in(numbers, format == PNG ? 3 : 2)) {
        const Bytes *original = &originals[format][numbers_below(numbers, original_count[format])];
        bytes_clear(file);
        bytes_append(file, original->bytes, original->count);
    } else if (format == PNG) {
        generate_png(random_png(numbers), numbers, file);
    } else {
        generate_jpeg(numbers, file);
    }
}

/* Puts the picture into a larger file, as a camera's raw file has it. */
static void surround(Bytes *file, JPEGWay *way, Numbers *numbers) {
    uint8_t others[300];
    for (size_t i = 0; i < sizeof others; i++) others[i] = numbers_byte(numbers);
    way->begin = numbers_below(numbers, sizeof others);
    way->end = way->begin + file->count;
    bytes_replace(file, 0, 0, others, (size_t)way->begin);
    bytes_append(file, others, numbers_below(numbers, sizeof others));
}

static void compare_mutation(Worker *worker, uint64_t index, Bytes *file) {
    static const int scales[] = {8, 8, 4, 2, 1};
    Numbers numbers = numbers_of(SEED, 1 + index);
    const Format format = has_isal && !numbers_one_in(&numbers, 3) ? PNG : JPEG;
    take_original(format, &numbers, file);
    const bool leaves_early = numbers_one_in(&numbers, 32);
    if (format == PNG) {
        mutate_png(file, &numbers);
        PNGHelp help = numbers_one_in(&numbers, 64)  ? PNGHelpThread
                       : numbers_one_in(&numbers, 2) ? PNGHelpBetweenRows
                                                     : PNGHelpNone;
        put_in_memory(worker, file, format, "mutation", index);
        compare_png_way(worker, worker->memory, (PNGWay){help, numbers, leaves_early}, MAX_CHANGED_PIXELS);
    } else {
        mutate_jpeg(file, &numbers);
        JPEGWay way = {
            .eighths = scales[numbers_below(&numbers, 5)],
            .leaves_early = leaves_early,
            .is_middle = numbers_one_in(&numbers, 2)};
        if (numbers_one_in(&numbers, 8)) surround(file, &way, &numbers);
        way.numbers = numbers;
        put_in_memory(worker, file, format, "mutation", index);
        compare_jpeg_way(worker, worker->memory, way, MAX_CHANGED_PIXELS);
    }
}

/* ---- Work ---- */

static void compare_generated(Worker *worker, uint64_t index, Bytes *file) {
    Numbers numbers = numbers_of(SEED + 1, index);
    if (index >= SYSTEMATIC_PNGS + LARGE_PNGS) {
        generate_jpeg(&numbers, file);
        put_in_memory(worker, file, JPEG, "generated picture", index);
        compare_in_all_ways(worker, worker->memory, false);
        return;
    }
    if (!has_isal) return;
    const bool is_small = index < SYSTEMATIC_PNGS;
    PNGShape shape = is_small ? systematic_png(index, &numbers) : large_png(index - SYSTEMATIC_PNGS, &numbers);
    generate_png(shape, &numbers, file);
    put_in_memory(worker, file, PNG, "generated picture", index);
    if (!is_small || index % 16 == 0) return compare_in_all_ways(worker, worker->memory, false);
    PNGHelp help = index % 2 == 0 ? PNGHelpNone : PNGHelpBetweenRows;
    PNGWay way = {.help = help, .numbers = numbers};
    Comparison comparison = compare_png_way(worker, worker->memory, way, MAX_PIXELS);
    if (comparison.is_decoded) return;
    snprintf(worker->difference, sizeof worker->difference, "it was not decoded");
    _exit(EXIT_FAILURE);
}

enum {
    GENERATED = SYSTEMATIC_PNGS + LARGE_PNGS + SYSTEMATIC_JPEGS,
    STEP_OF_SOME = 11 /* no divisor of the number of formats, filters or widths, so that some of each are taken */
};

/* How many indexes lie between the generated pictures that are compared. */
static uint64_t generated_step = 1;

static void work(Worker *worker, uint64_t generated, uint64_t mutations) {
    Bytes file = {0};
    const uint64_t end = picture_count + generated + mutations;
    for (uint64_t index; (index = atomic_fetch_add(&shared->next, 1)) < end;) {
        alarm(SECONDS_FOR_ONE);
        if (index < picture_count) compare_picture(worker, &pictures[index]);
        else if (index < picture_count + generated)
            compare_generated(worker, (index - picture_count) * generated_step, &file);
        else compare_mutation(worker, index - picture_count - generated, &file);
    }
    bytes_free(&file);
    worker->is_in_memory = false;
    strcpy(worker->name, "at the end");
}

/* ---- The processes ---- */

static void save(const Worker *worker, const char *folder) {
    char path[4200];
    uint8_t buffer[4096];
    snprintf(path, sizeof path, "%s/decoder-difference.%s", folder, worker->format == PNG ? "png" : "jpg");
    FILE *file = fopen(path, "wb");
    if (!file) stop(path);
    off_t offset = 0;
    for (ssize_t count; (count = pread(worker->memory, buffer, sizeof buffer, offset)) > 0; offset += count)
        fwrite(buffer, 1, (size_t)count, file);
    if (fclose(file) != 0) stop(path);
    fprintf(stderr, "It is saved as %s, which can be given to this check.\n", path);
}

static void report(const Worker *worker, int status, const char *folder) {
    const char *what = worker->difference[0] != 0                           ? worker->difference
                       : WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "no end within five minutes"
                                                                            : "see the sanitizer's report above";
    fprintf(stderr, "%s: %s\n", worker->name, what);
    if (worker->is_in_memory) save(worker, folder);
}

/* Waits for all; returns false and ends the others if one of them has failed. */
static bool wait_for_all(pid_t *processes, int process_count, const char *folder) {
    for (int left = process_count; left > 0; left--) {
        int status;
        const pid_t ended = wait(&status);
        int index = 0;
        while (index < process_count && processes[index] != ended) index++;
        if (index == process_count) stop("wait");
        processes[index] = 0;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
        report(&shared->workers[index], status, folder);
        for (int i = 0; i < process_count; i++)
            if (processes[i] > 0) kill(processes[i], SIGKILL);
        while (wait(NULL) > 0) {}
        return false;
    }
    return true;
}

static bool run_processes(int process_count, uint64_t generated, uint64_t mutations, const char *folder) {
    pid_t processes[MAX_PROCESSES];
    for (int i = 0; i < process_count; i++) {
        shared->workers[i].memory = memfd_create("picture", MFD_CLOEXEC);
        if (shared->workers[i].memory < 0) stop("memory");
        processes[i] = fork();
        if (processes[i] < 0) stop("fork");
        if (processes[i] > 0) continue;
        work(&shared->workers[i], generated, mutations);
        exit(EXIT_SUCCESS);
    }
    return wait_for_all(processes, process_count, folder);
}

static void print_totals(int process_count, uint64_t generated, uint64_t mutations) {
    Totals sum = {0};
    size_t others = 0;
    for (size_t i = 0; i < picture_count; i++) others += pictures[i].format == Other;
    for (int i = 0; i < process_count; i++) {
        const Totals *totals = &shared->workers[i].totals;
        for (int format = 0; format < FORMATS; format++) {
            sum.decodings[format] += totals->decodings[format];
            sum.complete[format] += totals->complete[format];
            sum.by_own_code[format] += totals->by_own_code[format];
        }
        sum.headers_only += totals->headers_only;
        sum.noticed_later += totals->noticed_later;
    }
    if (!has_isal) printf("PNGs are decoded by libpng alone (no ISA-L, or its trial failed): skipped. ");
    printf(
        "Seed %d: %zu files (and %zu that are no PNG or JPEG), %llu generated, %llu mutations: no difference. "
        "PNG: %llu times decoded, %llu to the end, %llu of them by ISA-L, %llu refused some rows later; "
        "JPEG: %llu times, %llu to the end, %llu of them by our Huffman decoder; "
        "%llu too large, header only.\n",
        SEED, picture_count - others, others,
        (unsigned long long)(has_isal || generated == 0 ? generated : SYSTEMATIC_JPEGS), (unsigned long long)mutations,
        (unsigned long long)sum.decodings[PNG], (unsigned long long)sum.complete[PNG],
        (unsigned long long)sum.by_own_code[PNG], (unsigned long long)sum.noticed_later,
        (unsigned long long)sum.decodings[JPEG], (unsigned long long)sum.complete[JPEG],
        (unsigned long long)sum.by_own_code[JPEG], (unsigned long long)sum.headers_only);
}

int main(int count, char **arguments) {
    char *rest;
    const bool is_given = count > 2 && strcmp(arguments[1], "given") == 0;
    const bool is_some = count > 2 && strcmp(arguments[1], "some") == 0;
    const uint64_t mutations = count > 2 ? strtoull(arguments[1], &rest, 10) : 0;
    if (count < 3 || (*rest != 0 && !is_given && !is_some)) {
        fprintf(stderr, "usage: decoder-fuzzer MUTATIONS|some|given FOLDER PATH...\n");
        return EX_USAGE;
    }
    if (is_some) generated_step = STEP_OF_SOME;
    const uint64_t generated = is_given ? 0 : GENERATED / generated_step;
    has_isal = cpng_fast_path() == CPhotoFastPathUsed;
    for (int i = 3; i < count; i++)
        if (nftw(arguments[i], add_picture, 16, FTW_PHYS) != 0) stop(arguments[i]);
    qsort(pictures, picture_count, sizeof *pictures, compare_pictures);
    load_originals();
    if (!deflate_head_test(SEED, HEAD_MUTATIONS)) return EXIT_FAILURE;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) stop("memory");
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int process_count = processors < 1 ? 1 : processors > MAX_PROCESSES ? MAX_PROCESSES : (int)processors;
    if (!run_processes(process_count, generated, mutations, arguments[2])) return EXIT_FAILURE;
    print_totals(process_count, generated, mutations);
    return EXIT_SUCCESS;
}
