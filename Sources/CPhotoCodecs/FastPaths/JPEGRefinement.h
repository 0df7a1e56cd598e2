/* Scans that add a bit to coefficients. Included twice, for processors of different kinds, with these macros:
 *
 * - REFINEMENT: the name of the function.
 * - TARGET: its attribute, and that of what it calls.
 * - HAS_DEPOSIT: 1 if there are instructions that count bits and spread them over places, else 0. */

#define NAMED_(name, function) name##_##function
#define NAMED__(name, function) NAMED_(name, function)
#define NAMED(name) NAMED__(name, REFINEMENT)

/* The place after so many others, from the first coefficient on; 0 if there is none. */
TARGET static inline NonzeroMask NAMED(place_after)(int others, NonzeroMask places) {
#if HAS_DEPOSIT
    const int left = (int)_mm_popcnt_u64(places) - 1 - others;
    return left < 0 ? 0 : _pdep_u64((uint64_t)1 << left, places);
#else
    for (int i = 0; i < others && places; i++) places &= ~bit_of(__builtin_clzll(places));
    return places ? bit_of(__builtin_clzll(places)) : 0;
#endif
}

/* Takes a bit for each of these places, at most 48. Returns those whose bits are set. */
TARGET static inline NonzeroMask NAMED(take_bits)(BitReader *reader, NonzeroMask places, bool is_needed) {
#if HAS_DEPOSIT
    const int count = (int)_mm_popcnt_u64(places);
#else
    const int count = __builtin_popcountll(places);
#endif
    if (count == 0) return 0;
    refill(reader);
    const uint64_t bits = reader->buffer;
    drop(reader, (unsigned)count);
    if (!is_needed) return 0;
#if HAS_DEPOSIT
    return _pdep_u64(bits >> (64 - count), places);
#else
    NonzeroMask set = 0;
    for (int i = 0; i < count; i++) {
        const NonzeroMask first = bit_of(__builtin_clzll(places));
        if (bits << i >> 63) set |= first;
        places &= ~first;
    }
    return set;
#endif
}

/* Takes a bit for each of these coefficients; stores nothing if `block` is NULL. */
TARGET static inline void NAMED(refine)(BitReader *reader, NonzeroMask places, JCOEF *block, int unit) {
    const NonzeroMask first_half = places & ~(NonzeroMask)UINT32_MAX;
    NonzeroMask set;
    if (first_half == places || first_half == 0) {
        set = NAMED(take_bits)(reader, places, block);
    } else {
        set = NAMED(take_bits)(reader, first_half, block);
        set |= NAMED(take_bits)(reader, places & UINT32_MAX, block);
    }
    while (set) {
        const int k = __builtin_clzll(set);
        JCOEF *coefficient = &block[natural_order[k]];
        if ((*coefficient & unit) == 0) *coefficient += (JCOEF)(*coefficient < 0 ? -unit : unit);
        set &= ~bit_of(k);
    }
}

/* Stores coefficients unless `block` is NULL. */
TARGET static bool REFINEMENT(
    JPEGProgression *progression, j_decompress_ptr codec, const CodeTable *table, JCOEF *block, NonzeroMask *nonzero) {
    const NonzeroMask all = from(codec->Ss) & ~from(codec->Se + 1), known = *nonzero & all;
    const int unit = 1 << codec->Al;
    NonzeroMask left = all;
    if (progression->ended_blocks > 0 && known == 0) {
        progression->ended_blocks--;
        return true;
    }
    BitReader reader = scan_input_reader(&progression->input);
    while (left && progression->ended_blocks == 0) {
        Beginning begun;
        if (!take_beginning(progression, table, &reader, &begun)) return false;
        if (progression->ended_blocks > 0) break;
        const NonzeroMask place = NAMED(place_after)(begun.zeros, left & ~known);
        const NonzeroMask after = place ? place - 1 : 0;
        NAMED(refine)(&reader, known & left & ~after, block, unit);
        if (begun.sign != 0) {
            if (!place) return false;
            *nonzero |= place;
            if (block) block[natural_order[__builtin_clzll(place)]] = (JCOEF)(begun.sign * unit);
        }
        left &= after;
    }
    if (progression->ended_blocks > 0) {
        NAMED(refine)(&reader, known & left, block, unit);
        progression->ended_blocks--;
    }
    return scan_input_accept(&progression->input, &reader);
}

#undef NAMED
#undef NAMED__
#undef NAMED_
