#define _GNU_SOURCE
#include "Preparation.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static int compare_bytes(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }

void prepare_sorting(void) {
    static uint8_t bytes[2048];
    qsort(bytes, sizeof bytes, 1, compare_bytes);
}

void prepare_dates(void) {
    setenv("TZ", "UTC0", 1);
    tzset();
}
