/* Row readers and writers over libpng and libjpeg, safe to call from Swift.
 *
 * Rules for all readers and writers:
 * - A handle is created by a `_create`, belongs to the caller, and is freed once by its `_destroy`, which also accepts
 *   NULL.
 * - Every function that can fail returns a CPhotoStatus. After any status but Done only `_message`, `_faults` and
 *   `_destroy` may be called on the handle.
 * - No error of libpng or libjpeg leaves this target by a jump or is printed. `_message` returns its text: a
 *   NUL-terminated string that lives as long as the handle and is empty if there was no message.
 * - A handle may be used by any thread, but only by one at a time.
 * - File descriptors belong to the caller, must stay open as long as the handle, and are read with pread(2) only, so
 *   one descriptor can serve several handles.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) CPhotoStatus : int32_t {
    CPhotoStatusDone = 0,
    CPhotoStatusDamaged,      /* the bytes violate the format or are truncated */
    CPhotoStatusUnsupported,  /* a valid file that the library can't decode */
    CPhotoStatusTooManyScans, /* a progressive JPEG with more scans than allowed */
    CPhotoStatusTooLarge,     /* too many pixels on a side for the format or library; too many bytes for the buffer */
    CPhotoStatusOutOfMemory,  /* malloc failed */
    CPhotoStatusReadFailed,   /* pread(2) failed or reading was cancelled; `errnum` of the faults has the reason */
} CPhotoStatus;

/* Problems that a decoder has noticed so far without stopping. */
typedef struct CPhotoFaults {
    uint32_t warnings; /* number of warnings */
    bool pixels_lost;  /* one of them means that pixels were lost and filled in */
    bool end_missing;  /* the file has no end marker, or none behind its pixels */
    int errnum;        /* errno of the failed pread; ECANCELED if the reader was cancelled; else 0 */
} CPhotoFaults;

/* Returns true to cancel. Called on the reader's thread, before each 64 KiB of the file. */
typedef bool (*CPhotoCancellationCheck)(const void *context);

/* Receives everything that is read of the file, even what is read again, on the thread that uses the reader. */
typedef void (*CPhotoReadObserver)(void *context, uint64_t offset, const uint8_t *bytes, size_t count);

/* The state of our own code for decoding JPEGs or PNGs faster, which gives the same rows. */
typedef enum __attribute__((enum_extensibility(closed))) CPhotoFastPath : int32_t {
    CPhotoFastPathUsed = 0,
    CPhotoFastPathOff,      /* by `cphoto_turn_fast_paths_off` */
    CPhotoFastPathMissing,  /* a library that it needs is not installed, or was not when this was built */
    CPhotoFastPathUntried,  /* it was never tried with a library of this version */
    CPhotoFastPathFailed,   /* it has failed its trial: the library is not as it expects, or there was no memory */
    CPhotoFastPathNotBuilt, /* this was built without it */
} CPhotoFastPath;

/* From now on lets libpng and libjpeg decode by themselves, in the whole process. Call it before there is a reader. */
void cphoto_turn_fast_paths_off(void);

/* ---- JPEG reading ---- */

typedef struct CJPEGReader CJPEGReader;

typedef struct CJPEGHeader {
    uint32_t width, height;     /* pixels, as stored */
    int32_t components;         /* 1 grey, 3 colour, 4 ink */
    bool inks;                  /* CMYK or YCCK: rows have four ink bytes per pixel, else RGBX */
    bool inverted_inks;         /* an Adobe marker is there: 255 stands for no ink */
    uint64_t coefficient_bytes; /* bytes that must be held for a multi-scan picture; 0 for a single scan */
} CJPEGHeader;

/* For the JPEG in the file's bytes from `begin` up to but not including `end`; 0 for the end of the file. NULL if there
 * is no memory. */
CJPEGReader *cjpeg_reader_create(int descriptor, uint64_t begin, uint64_t end);
void cjpeg_reader_destroy(CJPEGReader *reader);
const char *cjpeg_reader_message(const CJPEGReader *reader);
CPhotoFaults cjpeg_reader_faults(const CJPEGReader *reader);

/* `context` must live as long as the handle. */
void cjpeg_reader_set_cancellation_check(CJPEGReader *reader, CPhotoCancellationCheck check, const void *context);
void cjpeg_reader_set_observer(CJPEGReader *reader, CPhotoReadObserver observer, void *context);

/* The state of our own decoder of Huffman codes. It is tested when the first picture is started, or by this call;
 * that takes a fraction of a millisecond. */
CPhotoFastPath cjpeg_fast_path(void);
/* Makes libjpeg decode this picture without it. Call before start. */
void cjpeg_reader_use_libjpeg_alone(CJPEGReader *reader);
/* Leaves rows of a grey picture with one byte per pixel, which saves half of the time after decoding. Call before
 * start. */
void cjpeg_reader_keep_grey(CJPEGReader *reader);
/* Whether libjpeg decodes the codes itself, because our decoder doesn't support their kind, or has found something
 * doubtful. Call after start; it may change until the last row. */
bool cjpeg_reader_uses_libjpeg_alone(const CJPEGReader *reader);

/* Reads up to the first scan; fails if there is more than 16 MiB of junk before it. If the height comes after the
 * scan, reads that too. Call once, first. */
CPhotoStatus cjpeg_reader_read_header(CJPEGReader *reader, CJPEGHeader *header);
/* Starts decoding at `eighths`/8 of the size (1 to 8); reads every scan of a multi-scan file. */
CPhotoStatus cjpeg_reader_start(CJPEGReader *reader, int eighths, int max_scans, uint32_t *width, uint32_t *height);
/* Crops rows to at least [*x, *x + *width) and sets both to the actual columns. Call after start. */
CPhotoStatus cjpeg_reader_crop(CJPEGReader *reader, uint32_t *x, uint32_t *width);
/* Skips the next rows without computing their pixels. Rows can be skipped before and after those that are read. */
CPhotoStatus cjpeg_reader_skip(CJPEGReader *reader, uint32_t rows);
/* Decodes the next row: 4 bytes per pixel, RGB and 255, or CMYK; or 1 if grey is kept. */
CPhotoStatus cjpeg_reader_read_row(CJPEGReader *reader, uint8_t *row);
/* Call after the last row: reads to the end marker, so that errors after the pixels are noticed. A file without one,
 * as some cameras write it, may have anything after its last pixel. */
CPhotoStatus cjpeg_reader_finish(CJPEGReader *reader);

/* ---- PNG reading ---- */

typedef struct CPNGReader CPNGReader;

typedef struct CPNGHeader {
    uint32_t width, height; /* pixels, as stored */
    int32_t depth;          /* bits per sample: 1, 2, 4, 8 or 16 */
    bool has_alpha;         /* an alpha channel or a tRNS chunk */
    bool is_grey;           /* greyscale; rows are RGBA nevertheless */
    uint64_t pass_rows;     /* calls of `_read_pass_row` before an interlaced picture's first row; else 0 */
    uint64_t buffer_bytes;  /* an interlaced picture as its file stores it, which is held at once; else 0 */
} CPNGHeader;

CPNGReader *cpng_reader_create(int descriptor);
void cpng_reader_destroy(CPNGReader *reader);
const char *cpng_reader_message(const CPNGReader *reader);
CPhotoFaults cpng_reader_faults(const CPNGReader *reader);

void cpng_reader_set_cancellation_check(CPNGReader *reader, CPhotoCancellationCheck check, const void *context);
void cpng_reader_set_observer(CPNGReader *reader, CPhotoReadObserver observer, void *context);

/* Reads up to the first IDAT. Skips ancillary chunks other than tRNS in constant memory. Call once, first. */
CPhotoStatus cpng_reader_read_header(CPNGReader *reader, CPNGHeader *header);
/* The state of the faster library for inflating. It is loaded and tested with the first picture, or by this call. */
CPhotoFastPath cpng_fast_path(void);
/* Makes libpng inflate this picture in its place. Call before start. */
void cpng_reader_inflate_with_libpng(CPNGReader *reader);
/* Whether libpng inflates the picture, because there is no faster library, or because the file is not quite regular.
 * Call after start; it may change until the last row. */
bool cpng_reader_inflates_with_libpng(const CPNGReader *reader);
/* Starts decoding. Rows are RGBA, 4 bytes per pixel, or 4 native 16-bit words if the depth is 16. Takes
 * `buffer_bytes` and at most 4.3 MiB, in addition to some rows. */
CPhotoStatus cpng_reader_start(CPNGReader *reader);
/* Reads the next row of an interlaced picture's passes. */
CPhotoStatus cpng_reader_read_pass_row(CPNGReader *reader);
/* Whether the next row would have to wait for a thread that is inflating it. */
bool cpng_reader_is_waiting(CPNGReader *reader);
/* Decodes the next row. */
CPhotoStatus cpng_reader_read_row(CPNGReader *reader, uint8_t *row);
/* Call after the last row: reads to IEND and checks all checksums on the way. */
CPhotoStatus cpng_reader_finish(CPNGReader *reader);

/* Unlike all others, these may be called on other threads while the reader is used, once it has been started. */

/* Whether rows could be inflated ahead, and no thread is doing so. */
bool cpng_reader_can_inflate_ahead(CPNGReader *reader);
/* Inflates at most one buffer of rows ahead, or 64 KiB of the file, which the observer doesn't receive. Returns
 * false, having done nothing, unless `_can_inflate_ahead`. */
bool cpng_reader_inflate_ahead(CPNGReader *reader);
/* Makes all further calls of `_inflate_ahead` return false. No rows may be read afterwards. */
void cpng_reader_stop_inflating_ahead(CPNGReader *reader);

/* ---- Writing ---- */

/* The writer keeps encoded bytes until they are taken: read them with `_output`, then call `_clear_output`. */

typedef struct CJPEGWriter CJPEGWriter;

CJPEGWriter *cjpeg_writer_create(void);
void cjpeg_writer_destroy(CJPEGWriter *writer);
const char *cjpeg_writer_message(const CJPEGWriter *writer);
const uint8_t *cjpeg_writer_output(const CJPEGWriter *writer, size_t *count);
void cjpeg_writer_clear_output(CJPEGWriter *writer);

/* Quality 1 to 100; `halve_colour` stores chroma at half width and height; `density` is in dots per inch, at most
 * 65535, 0 for none. Rows are RGBX, 4 bytes per pixel. */
CPhotoStatus cjpeg_writer_start(
    CJPEGWriter *writer, uint32_t width, uint32_t height, int quality, bool halve_colour, uint16_t density);
/* The same of a picture without colours: one byte per pixel. */
CPhotoStatus cjpeg_writer_start_grey(CJPEGWriter *writer, uint32_t width, uint32_t height, int quality);
/* Adds a marker segment (0xE1 for APP1); `count` is at most 65533 bytes. Call after start, before the first row. */
CPhotoStatus cjpeg_writer_add_segment(CJPEGWriter *writer, int marker, const uint8_t *bytes, size_t count);
/* Writes everything up to the first entropy-coded byte. Call after the segments, before the first row. */
CPhotoStatus cjpeg_writer_write_headers(CJPEGWriter *writer);
CPhotoStatus cjpeg_writer_write_rows(CJPEGWriter *writer, const uint8_t *pixels, size_t stride, uint32_t rows);
CPhotoStatus cjpeg_writer_finish(CJPEGWriter *writer);

/* Joins the entropy-coded bytes of bands that were encoded independently, as if libjpeg had encoded the picture in one
 * go. A band is whole rows of MCUs. Keeps joined bytes until they are taken, like the writer. */
typedef struct CJPEGJoiner CJPEGJoiner;

/* For bands encoded with the settings of `writer`, which must have been started. NULL if there is no memory. */
CJPEGJoiner *cjpeg_joiner_create(const CJPEGWriter *writer);
void cjpeg_joiner_destroy(CJPEGJoiner *joiner);
const uint8_t *cjpeg_joiner_output(const CJPEGJoiner *joiner, size_t *count);
void cjpeg_joiner_clear_output(CJPEGJoiner *joiner);

/* Appends the next band. `last_mcu` is its last MCU, encoded as a picture of its own; both are without any marker.
 * Damaged if they don't belong together. */
CPhotoStatus cjpeg_joiner_add(
    CJPEGJoiner *joiner, const uint8_t *band, size_t count, const uint8_t *last_mcu, size_t last_count);
/* Call after the last band: fills the last byte. */
CPhotoStatus cjpeg_joiner_finish(CJPEGJoiner *joiner);

typedef struct CPNGWriter CPNGWriter;

CPNGWriter *cpng_writer_create(void);
void cpng_writer_destroy(CPNGWriter *writer);
const char *cpng_writer_message(const CPNGWriter *writer);
const uint8_t *cpng_writer_output(const CPNGWriter *writer, size_t *count);
void cpng_writer_clear_output(CPNGWriter *writer);

/* 8 bits per sample; RGB, or RGBA if `alpha`. Tagged with an ICC profile, or as sRGB if `profile_count` is 0. `text` is
 * UTF-8 for an uncompressed iTXt chunk with `keyword` (1 to 79 Latin-1 bytes), or NULL for none. `density` is in pixels
 * per metre, 0 for none. */
CPhotoStatus cpng_writer_start(
    CPNGWriter *writer, uint32_t width, uint32_t height, bool alpha, const char *keyword, const char *text,
    const uint8_t *profile, size_t profile_count, uint32_t density);
/* Adds an IDAT chunk with a piece of the zlib stream of the filtered pixels. */
CPhotoStatus cpng_writer_write_data(CPNGWriter *writer, const uint8_t *bytes, size_t count);
CPhotoStatus cpng_writer_finish(CPNGWriter *writer);

/* Some rows of a PNG, filtered and deflated independently, so that several threads can encode one picture. The zlib
 * stream consists of its two header bytes, all bands in order, and the checksum of all bands, big-endian. */
typedef struct CPNGBand {
    uint8_t *bytes; /* raw deflate, ends on a byte boundary */
    size_t count;
    uint32_t checksum;  /* Adler-32 of the data before compression */
    uint64_t raw_count; /* bytes of the data before compression */
} CPNGBand;

/* Rows have 4 bytes per pixel; the fourth is written only if `alpha`. With `has_row_above` there is a row `stride`
 * bytes before the first. `level` is 1 to 9. Free the band with `_free`, whatever the status. */
CPhotoStatus cpng_band_encode(
    CPNGBand *band, const uint8_t *pixels, size_t stride, uint32_t width, uint32_t rows, bool alpha, bool has_row_above,
    bool is_last, int level);
void cpng_band_free(CPNGBand *band);

/* Compresses bytes into one zlib stream, at libdeflate's fastest level. `output` has cpng_stream_room(count) bytes.
 * Returns the stream's length, or 0 if there is no memory. */
size_t cpng_stream_room(size_t count);
size_t cpng_stream_compress(const uint8_t *bytes, size_t count, uint8_t *output);

/* ---- Colour profiles ---- */

typedef struct CColourProfile CColourProfile;

typedef struct CColourProfileInfo {
    int32_t channels; /* of matching photos: 1 grey, 3 RGB, 4 CMYK; 0 if the profile's class or kind is wrong */
    bool curves_only; /* whether a curve per channel, and for RGB three colourants, describe it fully */
} CColourProfileInfo;

/* Opens an ICC profile and copies its bytes; NULL if it is broken or there is no memory. */
CColourProfile *ccolour_profile_open(const uint8_t *bytes, size_t count);
void ccolour_profile_close(CColourProfile *profile);
CColourProfileInfo ccolour_profile_info(const CColourProfile *profile);
/* The channel's linear values, 0 to 1, for `count` samples at even steps from 0 to 1. Only for `curves_only`. */
bool ccolour_profile_curve(const CColourProfile *profile, int channel, float *linearValues, size_t count);
/* The channel's colour in XYZ under D50. Only for RGB profiles with `curves_only`. */
bool ccolour_profile_colourant(const CColourProfile *profile, int channel, double xyz[3]);

typedef struct CColourTransform CColourTransform;

/* A transform between two profiles, relative colorimetric with black point compensation. Input samples have `depth`
 * 8 or 16 bits, four per pixel: grey uses the first one, RGB the first three, and CMYK all, with 0 for no ink. NULL
 * if a profile can't be used. Several threads may use a transform at once. */
CColourTransform *ccolour_transform_create(
    const uint8_t *from, size_t from_count, const uint8_t *to, size_t to_count, int depth);
void ccolour_transform_destroy(CColourTransform *transform);
/* Writes four 16-bit words per pixel and leaves the fourth unchanged. */
void ccolour_transform_apply(const CColourTransform *transform, const void *input, uint16_t *output, size_t pixels);

/* ---- zlib ---- */

/* Inflates a zlib stream into `output`, at most `*count` bytes, and sets `*count` to the number written. TooLarge if
 * there was more; Damaged if the stream is broken. */
CPhotoStatus cphoto_inflate(const uint8_t *input, size_t input_count, uint8_t *output, size_t *count);
/* The CRC-32 of PNG chunks, continued from `crc`; start with 0. */
uint32_t cphoto_crc32(uint32_t crc, const uint8_t *bytes, size_t count);
/* The Adler-32 of some bytes followed by `second_count` more, from both checksums; 1 is that of no bytes. */
uint32_t cphoto_adler32_join(uint32_t first, uint32_t second, uint64_t second_count);

/* ---- Files in memory ---- */

/* The descriptor of an empty file in memory; -1 if there is none left. */
int cphoto_memory_file(void);

/* ---- Versions ---- */

/* The libraries in use, with their versions: "libjpeg-turbo 2.1.5", or "libjpeg" if the version isn't known. */
const char *cphoto_jpeg_version(void);
/* Versions only: "1.6.39", and Little CMS's as a number times 1000. */
const char *cphoto_png_version(void);
const char *cphoto_zlib_version(void);
int cphoto_lcms_version(void);
