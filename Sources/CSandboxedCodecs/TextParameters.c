#include "TextParameters.h"

/* Whether the lines lie within their paragraphs, and these within the text. */
static bool are_lines_consistent(const struct csandbox_request *request, const struct text_parameters *parameters) {
    const struct csandboxed_text_request *header = parameters->request;
    for (uint32_t i = 0; i < header->line_count; i++) {
        const struct csandboxed_text_line *line = parameters->lines + i;
        const uint64_t paragraph_end = (uint64_t)line->paragraph_start + line->paragraph_count;
        if (paragraph_end > header->character_count || line->start < line->paragraph_start ||
            (uint64_t)line->start + line->count > paragraph_end || line->count == 0)
            return false;
        if (header->draws && (line->width == 0 || line->width > request->width || line->height == 0 ||
                              (uint64_t)line->top + line->height > request->height || !(line->size > 0)))
            return false;
    }
    return true;
}

/* Whether the pixels are those of a picture, or the numbers that measuring gives. */
static bool fits_pixels(const struct csandbox_request *request, const struct csandboxed_text_request *header) {
    if (header->draws) return request->depth == 8;
    return request->depth == 16 && request->height == 1 && request->width == header->character_count;
}

bool read_text_parameters(
    struct photo_bytes photo, const struct csandbox_request *request, struct text_parameters *parameters) {
    if (photo.parameter_count < sizeof *parameters->request) return false;
    const struct csandboxed_text_request *header = photo.parameters;
    const uint64_t fonts_bytes = (uint64_t)header->font_count * sizeof *parameters->fonts;
    const uint64_t lines_bytes = (uint64_t)header->line_count * sizeof *parameters->lines;
    const uint64_t characters_bytes = (uint64_t)header->character_count * sizeof *parameters->characters;
    const uint64_t rest = photo.parameter_count - sizeof *header;
    if (header->font_count == 0 || header->font_count >= UINT8_MAX ||
        fonts_bytes + lines_bytes + characters_bytes != rest)
        return false;
    parameters->request = header;
    parameters->fonts = (const void *)(header + 1);
    parameters->lines = (const void *)(parameters->fonts + header->font_count);
    parameters->characters = (const void *)(parameters->lines + header->line_count);
    return fits_pixels(request, header) && are_lines_consistent(request, parameters);
}
