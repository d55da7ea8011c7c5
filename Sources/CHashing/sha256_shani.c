#if defined(__x86_64__)
#include <immintrin.h>

#include "sha256.h"

// The instructions keep the state as the words ABEF and CDGH, with the first word in the highest place.

__attribute__((target("sha,sse4.1,ssse3"))) static inline void load(const uint32_t *state, __m128i *abef, __m128i *cdgh) {
    const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
    const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
    *abef = _mm_alignr_epi8(cdab, efgh, 8);
    *cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
}

__attribute__((target("sha,sse4.1,ssse3"))) static inline void store(uint32_t *state, __m128i abef, __m128i cdgh) {
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

/// Compresses blocks of one or two messages. With two, the instructions of one run while those of the other wait.
__attribute__((target("sha,sse4.1,ssse3"), always_inline)) static inline void compress(
    uint32_t *const *states, const uint8_t *const *bytes, size_t blocks, const int messages) {
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i abef[2], cdgh[2], w[2][4];
    for (int m = 0; m < messages; m++) load(states[m], &abef[m], &cdgh[m]);
    for (size_t block = 0; block < blocks; block++) {
        __m128i abef_before[2], cdgh_before[2];
        for (int m = 0; m < messages; m++) {
            const __m128i *input = (const __m128i *)(bytes[m] + 64 * block);
            for (int i = 0; i < 4; i++) w[m][i] = _mm_shuffle_epi8(_mm_loadu_si128(input + i), big_endian);
            abef_before[m] = abef[m];
            cdgh_before[m] = cdgh[m];
        }
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            const __m128i constants = _mm_load_si128((const __m128i *)(sha256_constants + 4 * i));
            for (int m = 0; m < messages; m++) {
                const __m128i words = _mm_add_epi32(w[m][i & 3], constants);
                cdgh[m] = _mm_sha256rnds2_epu32(cdgh[m], abef[m], words);
                abef[m] = _mm_sha256rnds2_epu32(abef[m], cdgh[m], _mm_shuffle_epi32(words, 0x0E));
                if (i < 12) {
                    const __m128i last = w[m][(i + 3) & 3];
                    const __m128i middle = _mm_alignr_epi8(last, w[m][(i + 2) & 3], 4);
                    const __m128i first = _mm_sha256msg1_epu32(w[m][i & 3], w[m][(i + 1) & 3]);
                    w[m][i & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(first, middle), last);
                }
            }
        }
        for (int m = 0; m < messages; m++) {
            abef[m] = _mm_add_epi32(abef[m], abef_before[m]);
            cdgh[m] = _mm_add_epi32(cdgh[m], cdgh_before[m]);
        }
    }
    for (int m = 0; m < messages; m++) store(states[m], abef[m], cdgh[m]);
}

__attribute__((target("sha,sse4.1,ssse3"))) void sha256_blocks_shani(
    uint32_t *state, const uint8_t *bytes, size_t blocks) {
    compress(&state, &bytes, blocks, 1);
}

__attribute__((target("sha,sse4.1,ssse3"))) void sha256_lanes2_shani(
    uint32_t *const *states, const uint8_t *const *bytes, size_t blocks) {
    compress(states, bytes, blocks, 2);
}
#endif
