/* Four floats that are computed at once, in the same order on every processor. */
#pragma once

#include <stdint.h>
#include <string.h>

#include "Products.h"

/* Else a processor with fused operations would round in another way. */
#pragma STDC FP_CONTRACT OFF

enum { LANES = 4 };

typedef float Lanes __attribute__((vector_size(16)));
/* What a comparison of lanes gives: all bits or none; and the bits of floats. */
typedef int32_t LaneBits __attribute__((vector_size(16)));

INLINE Lanes lanes_at(const float *values) {
    Lanes lanes;
    memcpy(&lanes, values, sizeof lanes);
    return lanes;
}

INLINE void put_lanes(Lanes lanes, float *values) { memcpy(values, &lanes, sizeof lanes); }

INLINE Lanes all(float value) { return (Lanes){value, value, value, value}; }

INLINE LaneBits all_bits(int32_t value) { return (LaneBits){value, value, value, value}; }

/* Those lanes that the mask has; 0 in the others. */
INLINE Lanes masked(Lanes lanes, LaneBits mask) { return (Lanes)((LaneBits)lanes & mask); }

INLINE Lanes chosen(LaneBits mask, Lanes lanes, Lanes others) {
    return (Lanes)(((LaneBits)lanes & mask) | ((LaneBits)others & ~mask));
}

INLINE LaneBits limited(LaneBits values, int32_t least, int32_t most) {
    return __builtin_elementwise_min(__builtin_elementwise_max(values, all_bits(least)), all_bits(most));
}
