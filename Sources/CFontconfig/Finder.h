#pragma once

#include "CFontconfig.h"

/* Does the work of `cfont_find` in this process. */
void find_font(const char *family, const uint32_t *characters, size_t count, struct cfont_answer *answer);

/* Does the work of `cfont_find_version` in this process. */
void find_version(struct cfont_answer *answer);
