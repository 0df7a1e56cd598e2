#include "Mutations.h"

#include <string.h>
#include <zlib.h>

#include "PNGParts.h"

enum { MAX_RUN = 64, MAX_ROWS = 1 << 20 };

/* ---- Bytes ---- */

static void insert_random(Bytes *bytes, size_t at, Numbers *numbers) {
    uint8_t run[MAX_RUN];
    const size_t count = 1 + numbers_below(numbers, MAX_RUN);
    const bool is_noise = numbers_one_in(numbers, 2);
    const uint8_t value = numbers_one_in(numbers, 2) ? 0 : 0xFF;
    for (size_t i = 0; i < count; i++) run[i] = is_noise ? numbers_byte(numbers) : value;
    bytes_replace(bytes, at, 0, run, count);
}

/* Copies a run to another place, before what is there or over it. */
static void copy_run(Bytes *bytes, size_t at, Numbers *numbers) {
    uint8_t run[MAX_RUN];
    size_t from = numbers_below(numbers, bytes->count), count = 1 + numbers_below(numbers, MAX_RUN);
    if (count > bytes->count - from) count = bytes->count - from;
    memcpy(run, bytes->bytes + from, count);
    const size_t room = bytes->count - at;
    bytes_replace(bytes, at, numbers_one_in(numbers, 2) ? 0 : count < room ? count : room, run, count);
}

static void mutate_once(Bytes *bytes, size_t first, Numbers *numbers) {
    static const uint8_t extremes[] = {0, 1, 0x7F, 0x80, 0xFE, 0xFF};
    const size_t at = first + numbers_below(numbers, bytes->count - first);
    size_t run = 1 + numbers_below(numbers, numbers_one_in(numbers, 2) ? 4 : MAX_RUN);
    if (run > bytes->count - at) run = bytes->count - at;
    switch (numbers_below(numbers, 12)) {
    case 0:
    case 1:
    case 2: bytes->bytes[at] ^= (uint8_t)(1 << numbers_below(numbers, 8)); break;
    case 3:
    case 4: bytes->bytes[at] = numbers_byte(numbers); break;
    case 5: bytes->bytes[at] = extremes[numbers_below(numbers, sizeof extremes)]; break;
    case 6: bytes->bytes[at] = (uint8_t)(bytes->bytes[at] + (numbers_one_in(numbers, 2) ? 1 : -1)); break;
    case 7: bytes_replace(bytes, at, run, NULL, 0); break;
    case 8: insert_random(bytes, at, numbers); break;
    case 9:
    case 10: copy_run(bytes, at, numbers); break;
    default:
        if (numbers_one_in(numbers, 3)) bytes->count = at;
        else bytes_replace(bytes, bytes->count - 1, 1, NULL, 0);
    }
}

/* Changes what is from `first` on, at one to four places. */
static void mutate_bytes(Bytes *bytes, size_t first, Numbers *numbers) {
    const size_t times = numbers_one_in(numbers, 2) ? 1 : 1 + numbers_below(numbers, 4);
    for (size_t i = 0; i < times && bytes->count > first; i++) mutate_once(bytes, first, numbers);
}

/* ---- PNG ---- */

enum { SIGNATURE = 8, CHUNK_HEAD = 8, CHUNK_FRAME = 12, STREAM_HEAD = 2, ADLER = 4 };

/* The offset of a random chunk behind the signature; they are all whole. */
static size_t random_chunk(const Bytes *chunks, size_t first, Numbers *numbers) {
    size_t chosen = first, count = 0;
    for (size_t at = first; at < chunks->count; at += CHUNK_FRAME + bytes_number(chunks->bytes + at))
        if (numbers_one_in(numbers, ++count)) chosen = at;
    return chosen;
}

/* Changes, doubles, removes or renames a chunk before or behind the data. */
static void mutate_chunk(Bytes *chunks, size_t first, Numbers *numbers) {
    static const char *const types[] = {"IDAT", "PLTE", "tRNS", "IEND", "abCd", "ABCD", "IHDR"};
    if (chunks->count <= first) return;
    const size_t at = random_chunk(chunks, first, numbers);
    const size_t length = bytes_number(chunks->bytes + at), whole = CHUNK_FRAME + length;
    Bytes copy = {0};
    switch (numbers_below(numbers, 5)) {
    case 0:
        bytes_append(&copy, chunks->bytes + at, whole);
        bytes_replace(chunks, numbers_one_in(numbers, 2) ? at : chunks->count, 0, copy.bytes, whole);
        bytes_free(&copy);
        break;
    case 1: bytes_replace(chunks, at, whole, NULL, 0); break;
    case 2:
        memcpy(chunks->bytes + at + 4, types[numbers_below(numbers, sizeof types / sizeof *types)], 4);
        png_repair_checksum(chunks, at);
        break;
    default:
        if (length == 0) return;
        chunks->bytes[at + CHUNK_HEAD + numbers_below(numbers, length)] = numbers_byte(numbers) &
                                                                          (numbers_one_in(numbers, 2) ? 0xFF : 0x07);
        png_repair_checksum(chunks, at);
    }
}

/* Changes the header by little, so that the rows have another size than the data. */
static void mutate_header(PNGParts *parts, Numbers *numbers) {
    uint8_t *header = parts->before.bytes + SIGNATURE + CHUNK_HEAD;
    switch (numbers_below(numbers, 4)) {
    case 0: header[3] = (uint8_t)(header[3] + numbers_below(numbers, 3) - 1); break;
    case 1: header[7] = (uint8_t)(header[7] + numbers_below(numbers, 3) - 1); break;
    case 2: header[numbers_one_in(numbers, 2) ? 8 : 9] = (uint8_t)numbers_below(numbers, 17); break;
    default: header[12] ^= 1;
    }
    png_repair_checksum(&parts->before, SIGNATURE);
}

/* Changes the stream, often near its beginning, where codes are described. */
static void mutate_stream(Bytes *stream, Numbers *numbers) {
    if (stream->count > 200 && numbers_one_in(numbers, 2)) {
        const size_t at = numbers_below(numbers, 100);
        stream->bytes[at] ^= (uint8_t)(1 << numbers_below(numbers, 8));
    } else {
        mutate_bytes(stream, numbers_one_in(numbers, 8) ? 0 : STREAM_HEAD, numbers);
    }
}

/* If what was changed still is a stream, gives it a right Adler-32, so that its bytes are taken. */
static void repair_stream(Bytes *stream) {
    if (stream->count <= STREAM_HEAD + ADLER) return;
    const size_t end = stream->count - ADLER;
    Bytes rows = {0};
    if (inflate_raw(stream->bytes + STREAM_HEAD, end - STREAM_HEAD, MAX_ROWS, &rows)) {
        stream->count = end;
        bytes_append_number(stream, (uint32_t)adler32(1, rows.bytes, (uInt)rows.count), ADLER);
    }
    bytes_free(&rows);
}

/* Inflates the rows, changes them, and deflates them again. */
static void mutate_rows(PNGParts *parts, Numbers *numbers) {
    PNGPasses passes;
    Bytes rows = {0};
    if (parts->stream.count > STREAM_HEAD && png_parts_passes(parts, MAX_ROWS, &passes) &&
        inflate_raw(parts->stream.bytes + STREAM_HEAD, parts->stream.count - STREAM_HEAD, MAX_ROWS, &rows) &&
        rows.count > 0) {
        size_t at = 0, pass = numbers_below(numbers, (size_t)passes.count);
        for (size_t i = 0; i < pass; i++) at += passes.passes[i].rows * (passes.passes[i].row_bytes + 1);
        at += numbers_below(numbers, passes.passes[pass].rows) * (passes.passes[pass].row_bytes + 1);
        if (numbers_one_in(numbers, 2) && at < rows.count)
            rows.bytes[at] = numbers_one_in(numbers, 2) ? numbers_byte(numbers) : (uint8_t)numbers_below(numbers, 6);
        else mutate_bytes(&rows, 0, numbers);
        deflate_rows(&rows, numbers, &parts->stream);
    }
    bytes_free(&rows);
}

/* Puts empty blocks before the stream's own. */
static void add_empty_blocks(Bytes *stream, Numbers *numbers) {
    static const uint8_t block[] = {0, 0, 0, 0xFF, 0xFF};
    size_t count = numbers_one_in(numbers, 2) ? 1 + numbers_below(numbers, 10) : 60 + numbers_below(numbers, 10);
    for (; count > 0 && stream->count >= STREAM_HEAD; count--)
        bytes_replace(stream, STREAM_HEAD, 0, block, sizeof block);
}

static void mutate_parts(PNGParts *parts, Numbers *numbers) {
    switch (numbers_below(numbers, 8)) {
    case 0: mutate_chunk(&parts->before, SIGNATURE, numbers); break;
    case 1: mutate_chunk(&parts->after, 0, numbers); break;
    case 2: mutate_header(parts, numbers); break;
    case 3: mutate_stream(&parts->stream, numbers); break;
    case 4:
    case 5:
        mutate_stream(&parts->stream, numbers);
        repair_stream(&parts->stream);
        break;
    case 6: mutate_rows(parts, numbers); break;
    default: add_empty_blocks(&parts->stream, numbers);
    }
}

void mutate_png(Bytes *file, Numbers *numbers) {
    PNGParts parts = {0};
    if (!numbers_one_in(numbers, 4) && png_parts_read(&parts, file->bytes, file->count)) {
        mutate_parts(&parts, numbers);
        png_parts_write(&parts, (PNGSplit)numbers_below(numbers, PNG_SPLITS), numbers, file);
    } else {
        mutate_bytes(file, numbers_one_in(numbers, 8) ? 0 : SIGNATURE, numbers);
    }
    png_parts_free(&parts);
}

/* ---- JPEG ---- */

/* The offset of the first byte behind the first scan's header, or 0 if there is none. */
static size_t scan_start(const Bytes *file) {
    enum { SOS = 0xDA };
    for (size_t at = 2; at + 4 <= file->count && file->bytes[at] == 0xFF;) {
        const bool is_scan = file->bytes[at + 1] == SOS;
        at += 2 + (size_t)(file->bytes[at + 2] << 8 | file->bytes[at + 3]);
        if (is_scan) return at < file->count ? at : 0;
    }
    return 0;
}

/* Puts a marker into the codes, perhaps with bytes that fill before it. */
static void insert_marker(Bytes *file, size_t first, Numbers *numbers) {
    uint8_t marker[8];
    size_t count = 0;
    for (size_t i = 1 + numbers_below(numbers, 3); i > 0; i--) marker[count++] = 0xFF;
    marker[count++] = numbers_one_in(numbers, 4) ? numbers_byte(numbers) : (uint8_t)(0xD0 + numbers_below(numbers, 10));
    bytes_replace(file, first + numbers_below(numbers, file->count - first), 0, marker, count);
}

/* Changes a marker in the codes: fills before it, removes it, or gives it another number. */
static void mutate_marker(Bytes *file, size_t first, Numbers *numbers) {
    size_t chosen = 0, count = 0;
    for (size_t at = first; at + 1 < file->count; at++)
        if (file->bytes[at] == 0xFF && file->bytes[at + 1] != 0 && numbers_one_in(numbers, ++count)) chosen = at;
    if (chosen == 0) return;
    switch (numbers_below(numbers, 4)) {
    case 0: bytes_replace(file, chosen, 2, NULL, 0); break;
    case 1: file->bytes[chosen + 1] ^= (uint8_t)(1 << numbers_below(numbers, 4)); break;
    default: {
        uint8_t run[8];
        const uint8_t values[] = {0xFF, 0, numbers_byte(numbers)};
        const size_t length = 1 + numbers_below(numbers, sizeof run);
        memset(run, values[numbers_below(numbers, 3)], length);
        bytes_replace(file, chosen, 0, run, length);
    }
    }
}

void mutate_jpeg(Bytes *file, Numbers *numbers) {
    const size_t scan = scan_start(file);
    const size_t choice = scan > 0 ? numbers_below(numbers, 8) : 0;
    switch (choice) {
    case 0: mutate_bytes(file, numbers_one_in(numbers, 8) ? 0 : 2, numbers); break;
    case 1: { /* the tables, mostly */
        const size_t at = 2 + numbers_below(numbers, scan - 2);
        file->bytes[at] = numbers_one_in(numbers, 2) ? numbers_byte(numbers)
                                                     : file->bytes[at] ^ (uint8_t)(1 << numbers_below(numbers, 8));
        break;
    }
    case 2: insert_marker(file, scan, numbers); break;
    case 3:
    case 4: mutate_marker(file, scan, numbers); break;
    default: mutate_bytes(file, scan, numbers);
    }
}
