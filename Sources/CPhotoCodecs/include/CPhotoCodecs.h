/* Row readers and writers over libpng and libjpeg, safe to call from Swift.
 *
 * Rules that hold for readers and writers:
 * - A handle is made by a `_create`, belongs to the caller, and is freed once by its `_destroy`, which takes NULL too.
 * - Every function that can fail returns a CPhotoStatus. After any status but Done only `_message`, `_faults` and
 *   `_destroy` may be called on the handle.
 * - No error of libpng or libjpeg leaves this target by a jump or a print; the text is kept for `_message`, which returns
 *   a NUL-terminated string that lives as long as the handle and is empty when nothing was said.
 * - A handle may be used by any thread, by one at a time.
 * - File descriptors stay the caller's, must stay open as long as the handle, and are read with pread(2) only, so that
 *   one descriptor may serve several handles.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) CPhotoStatus : int32_t {
    CPhotoStatusDone = 0,
    CPhotoStatusDamaged,      /* the bytes are not what the format asks for, or end too soon */
    CPhotoStatusUnsupported,  /* a legal file that the library can't decode */
    CPhotoStatusTooManyScans, /* a progressive JPEG with more scans than allowed */
    CPhotoStatusTooLarge,     /* more pixels a side than the format or the library takes; more bytes than there is room for */
    CPhotoStatusOutOfMemory,  /* malloc failed */
    CPhotoStatusReadFailed,   /* pread(2) failed, or was not called any more; `errnum` of the faults says why */
} CPhotoStatus;

/* What a decoder noticed so far without giving up. */
typedef struct CPhotoFaults {
    uint32_t warnings;    /* how many warnings there were */
    bool pixels_lost;     /* one of them means that pixels were lost and filled in */
    bool end_missing;     /* the file ended before its end marker */
    int errnum;           /* errno of the failed pread, ECANCELED when the reader was stopped, else 0 */
} CPhotoFaults;

/* Whether a reader is to stop. Asked on the reader's thread, before each 64 KiB of the file. */
typedef bool (*CPhotoCancellationCheck)(const void *context);

/* ---- JPEG reading ---- */

typedef struct CJPEGReader CJPEGReader;

typedef struct CJPEGHeader {
    uint32_t width, height;       /* pixels, as stored */
    int32_t components;           /* 1 grey, 3 colour, 4 ink */
    bool inks;                    /* CMYK or YCCK: rows come as four ink bytes a pixel, else as RGBX */
    bool inverted_inks;           /* an Adobe marker is there: 255 stands for no ink */
    uint64_t coefficient_bytes;   /* what libjpeg must hold of a picture with several scans; 0 with a single one */
} CJPEGHeader;

/* NULL when there is no memory. */
CJPEGReader *cjpeg_reader_create(int descriptor);
void cjpeg_reader_destroy(CJPEGReader *reader);
const char *cjpeg_reader_message(const CJPEGReader *reader);
CPhotoFaults cjpeg_reader_faults(const CJPEGReader *reader);

/* `context` must live as long as the handle. */
void cjpeg_reader_set_cancellation_check(CJPEGReader *reader, CPhotoCancellationCheck question, const void *context);

/* Reads up to the first scan; fails when there is more than 16 MiB of junk on the way. Call once, first. */
CPhotoStatus cjpeg_reader_read_header(CJPEGReader *reader, CJPEGHeader *header);
/* Begins decoding at `eighths`/8 of the size (1 to 8); reads every scan of a multi-scan file. */
CPhotoStatus cjpeg_reader_start(CJPEGReader *reader, int eighths, int max_scans,
                                uint32_t *width, uint32_t *height);
/* Narrows rows to at least [*x, *x + *width); returns the columns that rows will really have. After start only. */
CPhotoStatus cjpeg_reader_crop(CJPEGReader *reader, uint32_t *x, uint32_t *width);
/* Passes over the next rows without computing their pixels. */
CPhotoStatus cjpeg_reader_skip(CJPEGReader *reader, uint32_t rows);
/* Decodes the next row: 4 bytes a pixel, RGB and 255, or CMYK. */
CPhotoStatus cjpeg_reader_read_row(CJPEGReader *reader, uint8_t *row);
/* After the last row: reads to the end marker, so that faults behind the pixels are noticed. */
CPhotoStatus cjpeg_reader_finish(CJPEGReader *reader);

/* ---- PNG reading ---- */

typedef struct CPNGReader CPNGReader;

typedef struct CPNGHeader {
    uint32_t width, height;   /* pixels, as stored */
    int32_t depth;            /* bits a sample: 1, 2, 4, 8 or 16 */
    bool has_alpha;           /* an alpha channel or a tRNS chunk */
    bool is_grey;             /* without colour; rows come as RGBA all the same */
    bool interlaced;          /* Adam7 */
} CPNGHeader;

CPNGReader *cpng_reader_create(int descriptor);
void cpng_reader_destroy(CPNGReader *reader);
const char *cpng_reader_message(const CPNGReader *reader);
CPhotoFaults cpng_reader_faults(const CPNGReader *reader);

void cpng_reader_set_cancellation_check(CPNGReader *reader, CPhotoCancellationCheck question, const void *context);

/* Reads up to the first IDAT. Ancillary chunks other than tRNS are passed over in constant memory. Call once, first. */
CPhotoStatus cpng_reader_read_header(CPNGReader *reader, CPNGHeader *header);
/* Begins decoding. Rows are RGBA, 4 bytes a pixel, or 4 native 16-bit words where the depth is 16. */
CPhotoStatus cpng_reader_start(CPNGReader *reader);
/* Decodes the next row of a picture that is not interlaced. */
CPhotoStatus cpng_reader_read_row(CPNGReader *reader, uint8_t *row);
/* Decodes an interlaced picture whole into `height` rows `stride` bytes apart, which must be zero before. */
CPhotoStatus cpng_reader_read_interlaced(CPNGReader *reader, uint8_t *pixels, size_t stride);
/* After the last row: reads to IEND and checks every checksum on the way. */
CPhotoStatus cpng_reader_finish(CPNGReader *reader);

/* ---- Writing ---- */

/* Encoded bytes wait in the writer until they are taken: look at them with `_output`, then call `_clear_output`. */

typedef struct CJPEGWriter CJPEGWriter;

CJPEGWriter *cjpeg_writer_create(void);
void cjpeg_writer_destroy(CJPEGWriter *writer);
const char *cjpeg_writer_message(const CJPEGWriter *writer);
const uint8_t *cjpeg_writer_output(const CJPEGWriter *writer, size_t *count);
void cjpeg_writer_clear_output(CJPEGWriter *writer);

/* Quality 1 to 100; `halve_colour` stores chroma at half the size both ways; `density` is in dots per inch, at most 65535,
 * 0 for none; `restart_interval` is in MCUs, 0 for none. Rows are RGBX, 4 bytes a pixel. */
CPhotoStatus cjpeg_writer_start(CJPEGWriter *writer, uint32_t width, uint32_t height, int quality, bool halve_colour,
                                uint16_t density, uint16_t restart_interval);
/* Adds a marker segment (0xE1 for APP1); `count` is at most 65533. After start, before the first row. */
CPhotoStatus cjpeg_writer_add_segment(CJPEGWriter *writer, int marker, const uint8_t *bytes, size_t count);
/* Everything up to the first entropy-coded byte. After the segments, before the first row. */
CPhotoStatus cjpeg_writer_write_headers(CJPEGWriter *writer);
CPhotoStatus cjpeg_writer_write_rows(CJPEGWriter *writer, const uint8_t *pixels, size_t stride, uint32_t rows);
CPhotoStatus cjpeg_writer_finish(CJPEGWriter *writer);

typedef struct CPNGWriter CPNGWriter;

CPNGWriter *cpng_writer_create(void);
void cpng_writer_destroy(CPNGWriter *writer);
const char *cpng_writer_message(const CPNGWriter *writer);
const uint8_t *cpng_writer_output(const CPNGWriter *writer, size_t *count);
void cpng_writer_clear_output(CPNGWriter *writer);

/* 8 bits a sample; RGB, or RGBA where `alpha`. Tagged with an ICC profile, or sRGB where `profile_count` is 0. `text` is
 * UTF-8 for an uncompressed iTXt chunk with `keyword` (1 to 79 Latin-1 bytes), or NULL for none. `density` is pixels a
 * metre, or 0 for none. */
CPhotoStatus cpng_writer_start(CPNGWriter *writer, uint32_t width, uint32_t height, bool alpha,
                               const char *keyword, const char *text,
                               const uint8_t *profile, size_t profile_count, uint32_t density);
/* Adds an IDAT chunk: a piece of the zlib stream of the filtered pixels. */
CPhotoStatus cpng_writer_write_data(CPNGWriter *writer, const uint8_t *bytes, size_t count);
CPhotoStatus cpng_writer_finish(CPNGWriter *writer);

/* Some rows of a PNG, filtered and deflated by themselves, so that several threads can share a picture. The zlib stream is
 * its two bytes of header, all bands in order, and the checksum of all of them, most significant byte first. */
typedef struct CPNGBand {
    uint8_t *bytes;      /* raw deflate, whole bytes */
    size_t count;
    uint32_t checksum;   /* Adler-32 of what was deflated */
    uint64_t raw_count;  /* how many bytes that was */
} CPNGBand;

/* Rows come 4 bytes a pixel; the fourth is written only when `alpha`. With `has_row_above` a row lies `stride` bytes in
 * front of the first. Level is zlib's, 1 to 9. The band is freed by `_free`, whatever the status. */
CPhotoStatus cpng_band_encode(CPNGBand *band, const uint8_t *pixels, size_t stride, uint32_t width, uint32_t rows,
                              bool alpha, bool has_row_above, bool is_last, int level);
void cpng_band_free(CPNGBand *band);

/* ---- Colour profiles ---- */

typedef struct CColourProfile CColourProfile;

typedef struct CColourProfileInfo {
    int32_t channels;  /* of a photo that it may belong to: 1 grey, 3 RGB, 4 CMYK; 0 when it is of a wrong class or kind */
    bool curves_only;  /* a curve for each channel, and for RGB three colourants, say all there is */
} CColourProfileInfo;

/* An ICC profile, whose bytes are copied; NULL when it is broken or there is no memory. */
CColourProfile *ccolour_profile_open(const uint8_t *bytes, size_t count);
void ccolour_profile_close(CColourProfile *profile);
CColourProfileInfo ccolour_profile_info(const CColourProfile *profile);
/* The channel's light, 0 to 1, for `count` samples evenly spread from 0 to 1. Of a profile with `curves_only`. */
bool ccolour_profile_curve(const CColourProfile *profile, int channel, float *linearValues, size_t count);
/* The channel's colour in XYZ under D50. Of an RGB profile with `curves_only`. */
bool ccolour_profile_colourant(const CColourProfile *profile, int channel, double xyz[3]);

typedef struct CColourTransform CColourTransform;

/* From a profile's colours to another's, relative colorimetric with black point compensation. Samples come with `depth` 8
 * or 16 bits, four a pixel, of which grey has its first as its light and RGB three; CMYK has 0 for no ink. NULL when a
 * profile can't be used. Several threads may use a transform at once. */
CColourTransform *ccolour_transform_create(const uint8_t *from, size_t from_count, const uint8_t *to, size_t to_count,
                                           int depth);
void ccolour_transform_destroy(CColourTransform *transform);
/* Writes four words a pixel and leaves the fourth as it is. */
void ccolour_transform_apply(const CColourTransform *transform, const void *input, uint16_t *output, size_t pixels);

/* ---- zlib ---- */

/* Inflates a zlib stream into `output`, at most `*count` bytes, and sets `*count` to how many came. TooLarge when there
 * was more; Damaged when the stream is broken. */
CPhotoStatus cphoto_inflate(const uint8_t *input, size_t input_count, uint8_t *output, size_t *count);
/* The CRC-32 that PNG chunks carry, continued from `crc`; 0 begins. */
uint32_t cphoto_crc32(uint32_t crc, const uint8_t *bytes, size_t count);
/* The Adler-32 of some bytes and `second_count` more that follow them; 1 is that of none. */
uint32_t cphoto_adler32_join(uint32_t first, uint32_t second, uint64_t second_count);
