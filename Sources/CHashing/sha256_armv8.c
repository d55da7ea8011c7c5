#if defined(__aarch64__)
#include <arm_neon.h>

#include "sha256.h"

__attribute__((target("sha2"))) void sha256_blocks_armv8(uint32_t *state, const uint8_t *bytes, size_t blocks) {
    uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
    for (; blocks > 0; blocks--, bytes += 64) {
        const uint32x4_t abcd_before = abcd, efgh_before = efgh;
        uint32x4_t w[4];
        for (int i = 0; i < 4; i++) w[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes + 16 * i)));
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            const uint32x4_t words = vaddq_u32(w[i & 3], vld1q_u32(sha256_constants + 4 * i));
            const uint32x4_t old = abcd;
            abcd = vsha256hq_u32(abcd, efgh, words);
            efgh = vsha256h2q_u32(efgh, old, words);
            if (i < 12) {
                const uint32x4_t first = vsha256su0q_u32(w[i & 3], w[(i + 1) & 3]);
                w[i & 3] = vsha256su1q_u32(first, w[(i + 2) & 3], w[(i + 3) & 3]);
            }
        }
        abcd = vaddq_u32(abcd, abcd_before);
        efgh = vaddq_u32(efgh, efgh_before);
    }
    vst1q_u32(state, abcd);
    vst1q_u32(state + 4, efgh);
}
#endif
