#ifndef CHASHING_SHA256_H
#define CHASHING_SHA256_H

#include "CHashing.h"

/// The next whole blocks, of 64 bytes each, of a message.
typedef struct {
    uint32_t *state;
    const uint8_t *bytes;
    size_t blocks;
} sha256_run;

/// Compresses the same number of blocks in each lane.
typedef void sha256_lanes(uint32_t *const *states, const uint8_t *const *bytes, size_t blocks);

/// The round constants (FIPS 180-4 §4.2.2).
extern const uint32_t sha256_constants[64];

void sha256_blocks_portable(uint32_t *state, const uint8_t *bytes, size_t blocks);

#if defined(__x86_64__)
void sha256_blocks_shani(uint32_t *state, const uint8_t *bytes, size_t blocks);
sha256_lanes sha256_lanes2_shani, sha256_lanes8_avx2, sha256_lanes16_avx512;
#elif defined(__aarch64__)
void sha256_blocks_armv8(uint32_t *state, const uint8_t *bytes, size_t blocks);
#endif

#endif
