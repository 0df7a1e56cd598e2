#pragma once

#include "Codecs.h"

/* What is to be measured or drawn, in the memory of the photo's parameters. */
struct text_parameters {
    const struct csandboxed_text_request *request;
    const struct csandboxed_text_font *fonts;
    const struct csandboxed_text_line *lines;
    const uint32_t *characters;
};

/* False if the parts don't fill their memory exactly, or if their numbers don't fit each other and the pixels. */
bool read_text_parameters(
    struct photo_bytes photo, const struct csandbox_request *request, struct text_parameters *parameters);
