#pragma once

#include "CFontconfig.h"

/* As `cfont_find`, in this process. */
void find_font(const char *family, const uint32_t *characters, size_t count, struct cfont_answer *answer);

/* As `cfont_find_version`, in this process. */
void find_version(struct cfont_answer *answer);
