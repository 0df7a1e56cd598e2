#pragma once

#include "CFontconfig.h"

/* As it is sent from one process to the other. */
struct answer_with_text {
    struct cfont_answer answer;
    char text[cfont_text_size];
};

/* Does the work of `cfont_find` in this process. */
void find_font(const char *family, const uint32_t *characters, size_t count, struct answer_with_text *found);

/* Does the work of `cfont_find_version` in this process. */
void find_version(struct answer_with_text *found);
