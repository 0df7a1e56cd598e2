/* Where encoders in the worker put their bytes. */
#pragma once

#include <stdbool.h>

#include "CSandboxCodec.h"
#include "CSandboxedCodecs.h"

struct encoded_output {
    struct csandboxed_encoded *counts;
    uint8_t *bytes;
    size_t room;
    size_t count;
};

/* Checks a request against its pixels. Sets a failure and returns NULL if they don't fit each other. */
const struct csandboxed_encoding_request *find_encoding(
    struct photo_bytes photo, struct pixel_buffer pixels, struct encoded_output *output, struct csandbox_reply *reply);

/* Adds coded bytes; false if there is no room for them. */
bool add_output(struct encoded_output *output, const uint8_t *bytes, size_t count);
