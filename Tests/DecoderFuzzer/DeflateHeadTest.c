#include "DeflateHeadTest.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "Bytes.h"
#include "DeflateHead.h"
#include "Numbers.h"

enum { STORED, FIXED, DYNAMIC, RESERVED, LENGTH_CODES = 19, MAX_LENGTHS = 320, REPEAT = 16, FEW_ZEROS, MANY_ZEROS };

/* ---- Heads ---- */

typedef struct Head {
    uint8_t bytes[DEFLATE_HEAD_MAX];
    size_t bits;
} Head;

static void put(Head *head, unsigned value, unsigned count) {
    for (unsigned i = 0; i < count; i++, head->bits++)
        head->bytes[head->bits / 8] |= (uint8_t)((value >> i & 1) << head->bits % 8);
}

/* A code that lengths are written with, and the number that follows it if it repeats. */
typedef struct Symbol {
    uint8_t code, more;
} Symbol;

/* A block with codes of its own; what is written, which need not be right. */
typedef struct Codes {
    unsigned literals, distances;  /* how many lengths there are of each, as they are stated */
    uint8_t lengths[LENGTH_CODES]; /* in bits, of the codes that they are written with */
    Symbol symbols[MAX_LENGTHS];   /* up to the first that repeats 0 times */
} Codes;

/* Canonical: in the order of lengths, then of symbols. */
static unsigned code_of(const uint8_t *lengths, unsigned symbol) {
    unsigned code = 0;
    for (unsigned bits = 1; bits <= lengths[symbol]; bits++) {
        code <<= 1;
        for (unsigned i = 0; i < LENGTH_CODES; i++)
            if (lengths[i] == bits && (bits < lengths[symbol] || i < symbol)) code++;
    }
    return code;
}

enum { END = 255 };

static void put_dynamic(Head *head, const Codes *codes) {
    static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    put(head, DYNAMIC << 1, 3);
    put(head, codes->literals - 257, 5);
    put(head, codes->distances - 1, 5);
    put(head, LENGTH_CODES - 4, 4);
    for (int i = 0; i < LENGTH_CODES; i++) put(head, codes->lengths[order[i]], 3);
    for (const Symbol *symbol = codes->symbols; symbol->code != END; symbol++) {
        const unsigned bits = codes->lengths[symbol->code], code = code_of(codes->lengths, symbol->code);
        for (unsigned i = bits; i > 0; i--) put(head, code >> (i - 1) & 1, 1);
        if (symbol->code == REPEAT) put(head, symbol->more - 3u, 2);
        if (symbol->code == FEW_ZEROS) put(head, symbol->more - 3u, 3);
        if (symbol->code == MANY_ZEROS) put(head, symbol->more - 11u, 7);
    }
}

static void put_stored(Head *head, unsigned length, unsigned complement) {
    put(head, STORED << 1, 3);
    head->bits = (head->bits + 7) / 8 * 8;
    put(head, length, 16);
    put(head, complement, 16);
}

/* Its rows would become columns of numbers. */
/* clang-format off */
/* Complete, with a code for everything: 13 of four bits and 6 of five. */
#define ANY_LENGTHS {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5}
/* Zeros for all of the 257 literals between the first and the last. */
#define ZEROS {MANY_ZEROS, 138}, {MANY_ZEROS, 117}
#define LAST {END, 0}

typedef struct Case {
    const char *name;
    bool is_valid;
    Codes codes;
} Case;

static const Case cases[] = {
    {"two literals, two distances", true, {257, 2, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {1, 0}, {1, 0}, LAST}}},
    {"one distance of one bit", true, {257, 1, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {1, 0}, LAST}}},
    {"no distance", true, {257, 1, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {0, 0}, LAST}}},
    {"the last of some distances alone", true,
     {257, 5, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {FEW_ZEROS, 4}, {1, 0}, LAST}}},
    {"one distance of two bits", false, {257, 1, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {2, 0}, LAST}}},
    {"two distances of two bits", false, {257, 2, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {2, 0}, {2, 0}, LAST}}},
    {"three distances of one bit", false,
     {257, 3, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {1, 0}, {1, 0}, {1, 0}, LAST}}},
    {"the end of the block alone", true, {257, 1, ANY_LENGTHS, {{0, 0}, ZEROS, {1, 0}, {0, 0}, LAST}}},
    {"the end of the block alone, of two bits", false, {257, 1, ANY_LENGTHS, {{0, 0}, ZEROS, {2, 0}, {0, 0}, LAST}}},
    {"no end of the block", false,
     {257, 1, ANY_LENGTHS, {{1, 0}, {1, 0}, {MANY_ZEROS, 138}, {MANY_ZEROS, 117}, {1, 0}, LAST}}},
    {"no literal at all", false, {257, 1, ANY_LENGTHS, {{0, 0}, ZEROS, {0, 0}, {0, 0}, LAST}}},
    {"two literals of two bits", false, {257, 1, ANY_LENGTHS, {{2, 0}, ZEROS, {2, 0}, {0, 0}, LAST}}},
    {"three literals of one bit", false,
     {258, 1, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {1, 0}, {0, 0}, LAST}}},
    {"codes of all lengths", true,
     {257, 1, ANY_LENGTHS,
      {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}, {10, 0}, {11, 0}, {12, 0}, {13, 0},
       {14, 0}, {15, 0}, {MANY_ZEROS, 138}, {MANY_ZEROS, 103}, {15, 0}, {0, 0}, LAST}}},
    {"codes of all lengths, one missing", false,
     {257, 1, ANY_LENGTHS,
      {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}, {10, 0}, {11, 0}, {12, 0}, {13, 0},
       {14, 0}, {0, 0}, {MANY_ZEROS, 138}, {MANY_ZEROS, 103}, {15, 0}, {0, 0}, LAST}}},
    {"286 literals and 30 distances", true,
     {286, 30, ANY_LENGTHS,
      {{1, 0}, ZEROS, {1, 0}, {MANY_ZEROS, 29}, {1, 0}, {MANY_ZEROS, 28}, {1, 0}, LAST}}},
    {"287 literals", false, {287, 1, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {MANY_ZEROS, 31}, LAST}}},
    {"288 literals", false, {288, 1, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {MANY_ZEROS, 32}, LAST}}},
    {"31 distances", false, {257, 31, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {MANY_ZEROS, 31}, LAST}}},
    {"32 distances", false, {257, 32, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {MANY_ZEROS, 32}, LAST}}},
    {"a repetition at the beginning", false, {257, 1, ANY_LENGTHS, {{REPEAT, 3}, ZEROS, {1, 0}, {0, 0}, LAST}}},
    {"a repetition of a length", true,
     {257, 1, ANY_LENGTHS, {{3, 0}, {REPEAT, 6}, {MANY_ZEROS, 138}, {MANY_ZEROS, 111}, {3, 0}, {0, 0}, LAST}}},
    {"a repetition of zero", true,
     {257, 1, ANY_LENGTHS, {{1, 0}, {MANY_ZEROS, 138}, {MANY_ZEROS, 114}, {REPEAT, 3}, {1, 0}, {0, 0}, LAST}}},
    {"a repetition from literals to distances", true,
     {259, 4, ANY_LENGTHS, {{2, 0}, ZEROS, {2, 0}, {REPEAT, 6}, LAST}}},
    {"zeros from literals to the last distance", true,
     {260, 8, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {MANY_ZEROS, 11}, LAST}}},
    {"a repetition past the end", false, {257, 3, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {1, 0}, {REPEAT, 3}, LAST}}},
    {"a few zeros past the end", false, {257, 2, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {FEW_ZEROS, 3}, LAST}}},
    {"many zeros past the end", false, {257, 10, ANY_LENGTHS, {{1, 0}, ZEROS, {1, 0}, {MANY_ZEROS, 11}, LAST}}},
    {"lengths in one to seven bits", true,
     {257, 1, {[0] = 2, [1] = 3, [2] = 4, [3] = 5, [4] = 6, [5] = 7, [6] = 7, [MANY_ZEROS] = 1},
      {{1, 0}, ZEROS, {1, 0}, {0, 0}, LAST}}},
    {"lengths in too many codes", false,
     {257, 1, {[0] = 1, [1] = 1, [MANY_ZEROS] = 1}, {{1, 0}, ZEROS, {1, 0}, {0, 0}, LAST}}},
    {"lengths in too few codes", false,
     {257, 1, {[0] = 2, [1] = 2, [MANY_ZEROS] = 2}, {{1, 0}, ZEROS, {1, 0}, {0, 0}, LAST}}},
    {"lengths in a single code", false, {257, 1, {[1] = 1}, {{1, 0}, {1, 0}, LAST}}},
    {"lengths in no code", false, {257, 1, {0}, {LAST}}},
};
/* clang-format on */

/* ---- Verdicts ---- */

/* What zlib makes of a head that begins behind the lowest `passed` bits of the first byte. */
static DeflateHeadStatus zlib_verdict(z_stream *zlib, const uint8_t *bytes, size_t count, unsigned passed) {
    enum { AFTER_HEAD = 256 };
    uint8_t output;
    inflateReset(zlib);
    if (passed > 0 && count > 0) {
        inflatePrime(zlib, 8 - (int)passed, *bytes++ >> passed);
        count--;
    }
    zlib->next_in = (Bytef *)(uintptr_t)bytes;
    zlib->avail_in = (uInt)count;
    zlib->next_out = &output;
    zlib->avail_out = sizeof output;
    if (inflate(zlib, Z_TREES) == Z_DATA_ERROR) return DeflateHeadInvalid;
    return zlib->data_type & AFTER_HEAD ? DeflateHeadValid : DeflateHeadCutOff;
}

/* Ours of the same, with `as_bits` of the bytes given as bits. */
static DeflateHeadStatus verdict(const uint8_t *bytes, size_t count, unsigned passed, size_t as_bits) {
    uint64_t bits = 0;
    for (size_t i = 0; i < as_bits; i++) bits |= (uint64_t)bytes[i] << 8 * i;
    return deflate_head_check(bits >> passed, (unsigned)(8 * as_bits) - passed, bytes + as_bits, count - as_bits);
}

/* Whether the verdict on the first bytes of a head fits zlib's, and what it says of the whole one. It may be known to
 * be invalid before zlib has read so far. */
static bool fits(DeflateHeadStatus ours, DeflateHeadStatus zlibs, DeflateHeadStatus whole) {
    return ours == zlibs || (ours == DeflateHeadInvalid && zlibs == DeflateHeadCutOff && whole == DeflateHeadInvalid);
}

/* Moves a head up by some bits of noise, so that it doesn't begin at a byte; what is stored begins at the next byte
 * again. */
static Head moved(const Head *head, unsigned passed) {
    enum { TYPE_BITS = 3 };
    Head result = {0};
    put(&result, 0xA5, passed);
    bool is_stored = (head->bytes[0] >> 1 & 3) == STORED;
    for (size_t i = 0; i < head->bits; i++) {
        if (is_stored && i >= TYPE_BITS && i < 8) continue;
        if (is_stored && i == 8) result.bits = (result.bits + 7) / 8 * 8;
        put(&result, head->bytes[i / 8] >> i % 8 & 1, 1);
    }
    return result;
}

/* `is_stepwise`: at every byte and bit, else as a whole alone. */
static bool check(z_stream *zlib, const char *name, const Head *head, bool is_stepwise, DeflateHeadStatus *status) {
    for (unsigned passed = 0; passed < (is_stepwise ? 8 : 1); passed++) {
        const Head here = moved(head, passed);
        /* A copy of this size, so that the sanitizer sees what is read behind it. */
        const size_t count = (here.bits + 7) / 8;
        Bytes bytes = {0};
        const DeflateHeadStatus whole = zlib_verdict(zlib, here.bytes, count, passed);
        *status = whole;
        for (size_t length = is_stepwise ? 0 : count; length <= count; length++) {
            bytes_free(&bytes);
            bytes_append(&bytes, here.bytes, length);
            const DeflateHeadStatus zlibs = zlib_verdict(zlib, bytes.bytes, length, passed);
            for (size_t as_bits = passed > 0; as_bits <= 8 && as_bits <= length; as_bits++) {
                const DeflateHeadStatus ours = verdict(bytes.bytes, length, passed, as_bits);
                if (fits(ours, zlibs, whole)) continue;
                fprintf(
                    stderr,
                    "deflate head, %s, from bit %u, %zu of %zu bytes, %zu of them as bits: zlib says %d, we %d\n", name,
                    passed, length, count, as_bits, zlibs, ours);
                bytes_free(&bytes);
                return false;
            }
        }
        bytes_free(&bytes);
    }
    return true;
}

static bool check_case(z_stream *zlib, const char *name, const Head *head, bool is_valid) {
    DeflateHeadStatus status;
    if (!check(zlib, name, head, true, &status)) return false;
    if ((status == DeflateHeadValid) == is_valid) return true;
    fprintf(stderr, "deflate head, %s: zlib says %d\n", name, status);
    return false;
}

static bool check_simple_cases(z_stream *zlib) {
    Head fixed = {0}, reserved = {0}, empty = {0}, stored = {0}, mismatched = {0};
    put(&fixed, FIXED << 1, 3);
    put(&reserved, RESERVED << 1, 3);
    put_stored(&empty, 0, 0xFFFF);
    put_stored(&stored, 0x1234, 0xEDCB);
    put_stored(&mismatched, 0x1234, 0xEDCA);
    return check_case(zlib, "fixed", &fixed, true) && check_case(zlib, "reserved", &reserved, false) &&
           check_case(zlib, "stored, empty", &empty, true) && check_case(zlib, "stored", &stored, true) &&
           check_case(zlib, "stored, with a wrong complement", &mismatched, false);
}

/* ---- Test ---- */

enum { CASES = sizeof cases / sizeof *cases };

static bool check_mutations(z_stream *zlib, uint64_t seed, uint64_t mutations) {
    for (uint64_t i = 0; i < mutations; i++) {
        Numbers numbers = numbers_of(seed, i);
        const size_t chosen = numbers_below(&numbers, CASES);
        Head head = {0};
        DeflateHeadStatus status;
        put_dynamic(&head, &cases[chosen].codes);
        for (size_t flips = 1 + numbers_below(&numbers, 3); flips > 0; flips--) {
            const size_t bit = 3 + numbers_below(&numbers, head.bits - 3);
            head.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        /* More behind it, because what was changed may be longer. */
        for (int bytes = 0; bytes < 40; bytes++) put(&head, numbers_byte(&numbers), 8);
        if (!check(zlib, cases[chosen].name, &head, i % 64 == 0, &status)) return false;
    }
    return true;
}

bool deflate_head_test(uint64_t seed, uint64_t mutations) {
    z_stream zlib = {0};
    if (inflateInit2(&zlib, -MAX_WBITS) != Z_OK) return false;
    bool is_right = check_simple_cases(&zlib);
    for (size_t i = 0; i < CASES && is_right; i++) {
        Head head = {0};
        put_dynamic(&head, &cases[i].codes);
        head.bits += 8 * 40; /* zeros: without any code zlib takes 258 of them for lengths before it refuses them */
        is_right = check_case(&zlib, cases[i].name, &head, cases[i].is_valid);
    }
    is_right = is_right && check_mutations(&zlib, seed, mutations);
    inflateEnd(&zlib);
    return is_right;
}
