/* What the worker needs to know to measure or draw text. The photo is the fonts' files, one after the other; the
   parameters are a `csandboxed_text_request`, then its fonts, its lines and its characters. */
#pragma once

#include <stdint.h>

struct csandboxed_text_request {
    uint32_t font_count;
    uint32_t line_count;
    uint32_t character_count;
    /* Whether the pixels are a picture of the lines; else there is one `csandboxed_text_measure` for each character. */
    uint32_t draws;
};

/* A font in the order of preference. */
struct csandboxed_text_font {
    uint64_t offset;
    uint64_t count;
    /* Of a collection's fonts; the upper 16 bits are the place of a variable font's instance, from 1, or 0 for its
     regular weight. */
    uint32_t index;
    uint32_t reserved;
};

/* Bits of a character beside its code point. What users see as one character begins here: all of it is of one font. */
#define CSANDBOXED_TEXT_STARTS 0x80000000U
/* A font needs no glyph for it. */
#define CSANDBOXED_TEXT_IGNORABLE 0x40000000U
/* It is to be shown as a coloured picture if a font has one. */
#define CSANDBOXED_TEXT_EMOJI 0x20000000U
#define CSANDBOXED_TEXT_CODE_POINT 0x1fffffU

/* A line of characters, and the paragraph whose part it is, which decides the direction. */
struct csandboxed_text_line {
    uint32_t paragraph_start;
    uint32_t paragraph_count;
    uint32_t start;
    uint32_t count;
    /* The rest is for drawing. The line stands in the middle of a box at the left edge of the picture. */
    uint32_t top;
    uint32_t width;
    uint32_t height;
    /* Pixels an em, and from the box's top to the baseline. */
    float size;
    float baseline;
    uint8_t colour[4];
};

struct csandboxed_text_measure {
    /* In 65536ths of an em; what belongs together has it at its first character, from the left or from the right. */
    int32_t advance;
    /* The font's place, from 1; 0 where no font has the character. */
    uint32_t font;
};
