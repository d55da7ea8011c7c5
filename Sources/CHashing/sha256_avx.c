#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#include "sha256.h"

// Each lane of a register contains words of a different message. Transposing four by four words, in each 128 bits of a
// register, puts them there.

#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw")))

AVX2 static inline __m256i rotated8(__m256i x, const int n) {
    return _mm256_or_si256(_mm256_srli_epi32(x, n), _mm256_slli_epi32(x, 32 - n));
}

AVX2 static inline __m256i xor8(__m256i x, __m256i y, __m256i z) {
    return _mm256_xor_si256(_mm256_xor_si256(x, y), z);
}

AVX2 static inline void words8(const uint8_t *const *bytes, size_t at, __m256i *w) {
    const __m256i big_endian = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
#pragma clang loop unroll(full)
    for (int part = 0; part < 4; part++) {
        __m256i row[4];
        for (int i = 0; i < 4; i++) {
            const __m128i low = _mm_loadu_si128((const __m128i *)(bytes[i] + at + 16 * part));
            const __m128i high = _mm_loadu_si128((const __m128i *)(bytes[i + 4] + at + 16 * part));
            row[i] = _mm256_shuffle_epi8(_mm256_set_m128i(high, low), big_endian);
        }
        const __m256i a = _mm256_unpacklo_epi32(row[0], row[1]), b = _mm256_unpacklo_epi32(row[2], row[3]);
        const __m256i c = _mm256_unpackhi_epi32(row[0], row[1]), d = _mm256_unpackhi_epi32(row[2], row[3]);
        w[4 * part] = _mm256_unpacklo_epi64(a, b);
        w[4 * part + 1] = _mm256_unpackhi_epi64(a, b);
        w[4 * part + 2] = _mm256_unpacklo_epi64(c, d);
        w[4 * part + 3] = _mm256_unpackhi_epi64(c, d);
    }
}

AVX2 void sha256_lanes8_avx2(uint32_t *const *states, const uint8_t *const *bytes, size_t blocks) {
    uint32_t words[8][8] __attribute__((aligned(32)));
    __m256i s[8], w[16];
    for (int i = 0; i < 8; i++) {
        for (int lane = 0; lane < 8; lane++) words[i][lane] = states[lane][i];
        s[i] = _mm256_load_si256((const __m256i *)words[i]);
    }
    for (size_t block = 0; block < blocks; block++) {
        words8(bytes, 64 * block, w);
        __m256i a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
#pragma clang loop unroll(full)
        for (int i = 0; i < 64; i++) {
            if (i >= 16) {
                const __m256i early = w[(i + 1) & 15], late = w[(i + 14) & 15];
                const __m256i one = xor8(rotated8(early, 7), rotated8(early, 18), _mm256_srli_epi32(early, 3));
                const __m256i two = xor8(rotated8(late, 17), rotated8(late, 19), _mm256_srli_epi32(late, 10));
                w[i & 15] = _mm256_add_epi32(
                    _mm256_add_epi32(w[i & 15], one), _mm256_add_epi32(w[(i + 9) & 15], two));
            }
            const __m256i choice = _mm256_xor_si256(g, _mm256_and_si256(e, _mm256_xor_si256(f, g)));
            const __m256i majority =
                _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(c, _mm256_or_si256(a, b)));
            const __m256i input = _mm256_add_epi32(w[i & 15], _mm256_set1_epi32((int)sha256_constants[i]));
            const __m256i one = _mm256_add_epi32(
                _mm256_add_epi32(h, input), _mm256_add_epi32(xor8(rotated8(e, 6), rotated8(e, 11), rotated8(e, 25)), choice));
            const __m256i two = _mm256_add_epi32(xor8(rotated8(a, 2), rotated8(a, 13), rotated8(a, 22)), majority);
            h = g, g = f, f = e, e = _mm256_add_epi32(d, one), d = c, c = b, b = a, a = _mm256_add_epi32(one, two);
        }
        const __m256i new[8] = {a, b, c, d, e, f, g, h};
        for (int i = 0; i < 8; i++) s[i] = _mm256_add_epi32(s[i], new[i]);
    }
    for (int i = 0; i < 8; i++) {
        _mm256_store_si256((__m256i *)words[i], s[i]);
        for (int lane = 0; lane < 8; lane++) states[lane][i] = words[i][lane];
    }
}

AVX512 static inline __m512i xor16(__m512i x, __m512i y, __m512i z) { return _mm512_ternarylogic_epi32(x, y, z, 0x96); }

AVX512 static inline void words16(const uint8_t *const *bytes, size_t at, __m512i *w) {
    const __m512i big_endian = _mm512_broadcast_i32x4(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
#pragma clang loop unroll(full)
    for (int part = 0; part < 4; part++) {
        __m512i row[4];
        for (int i = 0; i < 4; i++) {
            const __m128i *quarter[4];
            for (int j = 0; j < 4; j++) quarter[j] = (const __m128i *)(bytes[i + 4 * j] + at + 16 * part);
            __m512i all = _mm512_castsi128_si512(_mm_loadu_si128(quarter[0]));
            all = _mm512_inserti32x4(all, _mm_loadu_si128(quarter[1]), 1);
            all = _mm512_inserti32x4(all, _mm_loadu_si128(quarter[2]), 2);
            all = _mm512_inserti32x4(all, _mm_loadu_si128(quarter[3]), 3);
            row[i] = _mm512_shuffle_epi8(all, big_endian);
        }
        const __m512i a = _mm512_unpacklo_epi32(row[0], row[1]), b = _mm512_unpacklo_epi32(row[2], row[3]);
        const __m512i c = _mm512_unpackhi_epi32(row[0], row[1]), d = _mm512_unpackhi_epi32(row[2], row[3]);
        w[4 * part] = _mm512_unpacklo_epi64(a, b);
        w[4 * part + 1] = _mm512_unpackhi_epi64(a, b);
        w[4 * part + 2] = _mm512_unpacklo_epi64(c, d);
        w[4 * part + 3] = _mm512_unpackhi_epi64(c, d);
    }
}

AVX512 void sha256_lanes16_avx512(uint32_t *const *states, const uint8_t *const *bytes, size_t blocks) {
    uint32_t words[8][16] __attribute__((aligned(64)));
    __m512i s[8], w[16];
    for (int i = 0; i < 8; i++) {
        for (int lane = 0; lane < 16; lane++) words[i][lane] = states[lane][i];
        s[i] = _mm512_load_si512(words[i]);
    }
    for (size_t block = 0; block < blocks; block++) {
        words16(bytes, 64 * block, w);
        __m512i a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
#pragma clang loop unroll(full)
        for (int i = 0; i < 64; i++) {
            if (i >= 16) {
                const __m512i early = w[(i + 1) & 15], late = w[(i + 14) & 15];
                const __m512i one =
                    xor16(_mm512_ror_epi32(early, 7), _mm512_ror_epi32(early, 18), _mm512_srli_epi32(early, 3));
                const __m512i two =
                    xor16(_mm512_ror_epi32(late, 17), _mm512_ror_epi32(late, 19), _mm512_srli_epi32(late, 10));
                w[i & 15] = _mm512_add_epi32(
                    _mm512_add_epi32(w[i & 15], one), _mm512_add_epi32(w[(i + 9) & 15], two));
            }
            const __m512i choice = _mm512_ternarylogic_epi32(e, f, g, 0xCA);
            const __m512i majority = _mm512_ternarylogic_epi32(a, b, c, 0xE8);
            const __m512i input = _mm512_add_epi32(w[i & 15], _mm512_set1_epi32((int)sha256_constants[i]));
            const __m512i sum = xor16(_mm512_ror_epi32(e, 6), _mm512_ror_epi32(e, 11), _mm512_ror_epi32(e, 25));
            const __m512i one = _mm512_add_epi32(_mm512_add_epi32(h, input), _mm512_add_epi32(sum, choice));
            const __m512i two = _mm512_add_epi32(
                xor16(_mm512_ror_epi32(a, 2), _mm512_ror_epi32(a, 13), _mm512_ror_epi32(a, 22)), majority);
            h = g, g = f, f = e, e = _mm512_add_epi32(d, one), d = c, c = b, b = a, a = _mm512_add_epi32(one, two);
        }
        const __m512i new[8] = {a, b, c, d, e, f, g, h};
        for (int i = 0; i < 8; i++) s[i] = _mm512_add_epi32(s[i], new[i]);
    }
    for (int i = 0; i < 8; i++) {
        _mm512_store_si512(words[i], s[i]);
        for (int lane = 0; lane < 16; lane++) states[lane][i] = words[i][lane];
    }
}
#endif
