#include "JPEGEntropy.h"

#include <stdint.h>
#include <string.h>

#include "JPEGErrors.h"
#include "JPEGHuffman.h"
#include "JPEGLibrary.h"
#include "JPEGProgression.h"
#include "JPEGReader.h"
#include "JPEGWriter.h"

/* The versions of libjpeg-turbo that this has been tried with, as LIBJPEG_TURBO_VERSION_NUMBER has them: from 2.1.5,
 * which Debian 12 has, up to but not including 3.3. `.ci/check-libraries` runs the newest. */
enum { FIRST_VERSION = 2001005, END_OF_VERSIONS = 3003000 };

#ifdef LIBJPEG_TURBO_VERSION_NUMBER
enum { HEADER_VERSION = LIBJPEG_TURBO_VERSION_NUMBER };
#else
enum { HEADER_VERSION = 0 };
#endif

/* The start of libjpeg's private entropy decoder: the same in all versions since 6 of 1995, also of libjpeg-turbo. */
typedef struct EntropyDecoder {
    void (*start_pass)(j_decompress_ptr codec);
    JPEGMCUDecoder decode_mcu;
} EntropyDecoder;

/* libjpeg's own functions for baseline pictures, and for progressive ones, whose second function changes with the
 * scan; set in the trials. */
static EntropyDecoder known, known_scans;

/* ---- What the trial checks before it touches anything ---- */

typedef struct Memory {
    const void *start;
    size_t size;
} Memory;

static struct {
    j_decompress_ptr codec;
    JPEGHuffman *huffman;
    JPEGProgression *progression;
    int mcus;  /* decoded so far */
    int scans; /* begun so far */
    bool is_over;
    /* What libjpeg allocates for the picture; what is beyond the room for it counts as unknown. */
    Memory memory[128];
    size_t memory_count;
    void *(*alloc_small)(j_common_ptr codec, int pool, size_t size);
    void *(*alloc_large)(j_common_ptr codec, int pool, size_t size);
} trial;

static void *note(void *memory, size_t size) {
    if (trial.memory_count < sizeof trial.memory / sizeof *trial.memory)
        trial.memory[trial.memory_count++] = (Memory){memory, size};
    return memory;
}

static void *alloc_small(j_common_ptr codec, int pool, size_t size) {
    return note(trial.alloc_small(codec, pool, size), size);
}

static void *alloc_large(j_common_ptr codec, int pool, size_t size) {
    return note(trial.alloc_large(codec, pool, size), size);
}

static void note_memory(j_decompress_ptr codec) {
    trial.alloc_small = codec->mem->alloc_small;
    trial.alloc_large = codec->mem->alloc_large;
    codec->mem->alloc_small = alloc_small;
    codec->mem->alloc_large = alloc_large;
}

static bool is_allocated(const void *start, size_t size) {
    for (size_t i = 0; i < trial.memory_count; i++) {
        const Memory *memory = &trial.memory[i];
        const uintptr_t offset = (uintptr_t)start - (uintptr_t)memory->start;
        if (offset <= memory->size && size <= memory->size - offset) return true;
    }
    return false;
}

static bool are_blocks(JBLOCKROW *blocks) {
    const size_t count = (size_t)trial.codec->blocks_in_MCU;
    if (!blocks) return true;
    if ((uintptr_t)blocks % _Alignof(JBLOCKROW) != 0 || !is_allocated(blocks, count * sizeof *blocks)) return false;
    for (size_t i = 0; i < count; i++)
        if (!is_allocated(blocks[i], sizeof(JBLOCK))) return false;
    return true;
}

/* Whatever libjpeg calls this for: unless it is for an MCU of the trial's picture, it leaves libjpeg for good. */
static boolean decode_mcu(j_decompress_ptr codec, JBLOCKROW *blocks) {
    if (trial.is_over) return FALSE;
    if (codec != trial.codec || !are_blocks(blocks) || !jpeg_huffman_decode_mcu(trial.huffman, codec, blocks))
        jpeg_errors_leave((JPEGErrors *)trial.codec->err, CPhotoStatusDamaged, "");
    trial.mcus++;
    return TRUE;
}

/* Whether there are functions of libjpeg where they should be. */
static bool has_functions(const EntropyDecoder *decoder) {
    return is_allocated(decoder, sizeof *decoder) && jpeg_library_has_code((const void *)decoder->start_pass) &&
           jpeg_library_has_code((const void *)decoder->decode_mcu);
}

/* Only what libjpeg allocated is read and written, and only functions of it are replaced. */
static bool replace_in_trial(j_decompress_ptr codec) {
    EntropyDecoder *decoder = (EntropyDecoder *)codec->entropy;
    if (!has_functions(decoder)) return false;
    known = *decoder;
    trial.codec = codec;
    trial.huffman = jpeg_huffman_create(codec);
    if (trial.huffman) decoder->decode_mcu = decode_mcu;
    return trial.huffman;
}

static boolean decode_scan_mcu(j_decompress_ptr codec, JBLOCKROW *blocks) {
    if (trial.is_over) return FALSE;
    if (codec != trial.codec || !blocks || !jpeg_progression_decode_mcu(trial.progression, codec, blocks))
        jpeg_errors_leave((JPEGErrors *)trial.codec->err, CPhotoStatusDamaged, "");
    return TRUE;
}

static bool begin_scan_in_trial(j_decompress_ptr codec, EntropyDecoder *decoder) {
    if (!has_functions(decoder)) return false;
    if (trial.progression)
        return decoder->start_pass == known_scans.start_pass && jpeg_progression_begin_scan(trial.progression, codec);
    known_scans = *decoder;
    trial.progression = jpeg_progression_create(codec);
    return trial.progression;
}

/* libjpeg's progress monitor. */
static void follow_scans_in_trial(j_common_ptr common) {
    j_decompress_ptr codec = (j_decompress_ptr)common;
    if (trial.is_over || codec != trial.codec || jpeg_input_complete(codec)) return;
    EntropyDecoder *decoder = (EntropyDecoder *)codec->entropy;
    if (trial.progression && decoder->decode_mcu == decode_scan_mcu) return;
    if (!begin_scan_in_trial(codec, decoder)) jpeg_errors_leave((JPEGErrors *)codec->err, CPhotoStatusDamaged, "");
    decoder->decode_mcu = decode_scan_mcu;
    trial.scans++;
}

/* ---- The trial ---- */

enum { SIDE = 16, WIDTH = 2 * SIDE, HEIGHT = 3 * SIDE, MCUS = 2 * 3 }; /* of an MCU, and of the picture */
enum { SCANS = 10 }; /* of what `jpeg_simple_progression` makes of a picture in colour */

typedef enum Decoder { LIBJPEG, OWN, OWN_FOR_SCANS } Decoder;

typedef struct Rows {
    uint8_t bytes[2 * SIDE][4 * WIDTH];
} Rows;

/* Encodes noise, which has codes of all lengths. */
static bool encode_picture(CJPEGWriter *writer, bool is_progressive) {
    uint8_t pixels[HEIGHT * WIDTH * 4];
    uint32_t noise = 1;
    for (size_t i = 0; i < sizeof pixels; i++) {
        noise = noise * 1664525 + 1013904223;
        pixels[i] = (uint8_t)(noise >> 24);
    }
    jpeg_writer_set_progressive(writer, is_progressive);
    return cjpeg_writer_start(writer, WIDTH, HEIGHT, 90, true, 0) == CPhotoStatusDone &&
           cjpeg_writer_write_rows(writer, pixels, WIDTH * 4, HEIGHT) == CPhotoStatusDone &&
           cjpeg_writer_finish(writer) == CPhotoStatusDone;
}

/* Reads the upper and the lower third of the picture, and passes over the middle. */
static bool read_picture(CJPEGReader *reader, const uint8_t *bytes, size_t count, Decoder decoder, Rows *rows) {
    static struct jpeg_progress_mgr progress = {.progress_monitor = follow_scans_in_trial};
    j_decompress_ptr codec = jpeg_reader_codec(reader);
    codec->src->next_input_byte = bytes;
    codec->src->bytes_in_buffer = count;
    CJPEGHeader header;
    uint32_t width, height;
    cjpeg_reader_use_libjpeg_alone(reader);
    if (cjpeg_reader_read_header(reader, &header) != CPhotoStatusDone) return false;
    if (decoder != LIBJPEG) note_memory(codec);
    if (decoder == OWN_FOR_SCANS) {
        trial.codec = codec;
        codec->progress = &progress;
    }
    if (cjpeg_reader_start(reader, 8, SCANS, &width, &height) != CPhotoStatusDone) return false;
    if (decoder == OWN && !replace_in_trial(codec)) return false;
    for (int y = 0; y < 2 * SIDE; y++) {
        if (y == SIDE && cjpeg_reader_skip(reader, SIDE) != CPhotoStatusDone) return false;
        if (cjpeg_reader_read_row(reader, rows->bytes[y]) != CPhotoStatusDone) return false;
    }
    return cjpeg_reader_finish(reader) == CPhotoStatusDone && cjpeg_reader_faults(reader).warnings == 0;
}

static bool decodes_as_libjpeg(Decoder decoder) {
    memset(&trial, 0, sizeof trial);
    CJPEGWriter *writer = cjpeg_writer_create();
    CJPEGReader *alone = cjpeg_reader_create(-1, 0, 0), *own = cjpeg_reader_create(-1, 0, 0);
    bool is_same = false;
    if (writer && alone && own && encode_picture(writer, decoder == OWN_FOR_SCANS)) {
        size_t count;
        const uint8_t *bytes = cjpeg_writer_output(writer, &count);
        Rows expected = {0}, rows = {0};
        is_same = read_picture(alone, bytes, count, LIBJPEG, &expected) &&
                  read_picture(own, bytes, count, decoder, &rows) &&
                  (decoder == OWN ? trial.mcus == MCUS : trial.scans == SCANS) &&
                  memcmp(&rows, &expected, sizeof rows) == 0;
    }
    trial.is_over = true;
    cjpeg_reader_destroy(own);
    cjpeg_reader_destroy(alone);
    cjpeg_writer_destroy(writer);
    jpeg_huffman_free(trial.huffman);
    jpeg_progression_free(trial.progression);
    return is_same;
}

static bool is_tried(int version) { return version >= FIRST_VERSION && version < END_OF_VERSIONS; }

CPhotoFastPath jpeg_entropy_trial(void) {
    if (!is_tried(HEADER_VERSION) || !is_tried(jpeg_library_version())) return CPhotoFastPathUntried;
    return decodes_as_libjpeg(OWN) ? CPhotoFastPathUsed : CPhotoFastPathFailed;
}

bool jpeg_entropy_scan_trial(void) { return decodes_as_libjpeg(OWN_FOR_SCANS); }

/* ---- Its use ---- */

bool jpeg_entropy_replace(j_decompress_ptr codec, JPEGMCUDecoder decode) {
    EntropyDecoder *decoder = (EntropyDecoder *)codec->entropy;
    if (decoder->start_pass != known.start_pass || decoder->decode_mcu != known.decode_mcu) return false;
    decoder->decode_mcu = decode;
    return true;
}

bool jpeg_entropy_replace_scan(j_decompress_ptr codec, JPEGMCUDecoder decode) {
    EntropyDecoder *decoder = (EntropyDecoder *)codec->entropy;
    if (decoder->start_pass != known_scans.start_pass) return false;
    decoder->decode_mcu = decode;
    return true;
}

bool jpeg_entropy_is_replaced(j_decompress_ptr codec, JPEGMCUDecoder decode) {
    return ((EntropyDecoder *)codec->entropy)->decode_mcu == decode;
}
