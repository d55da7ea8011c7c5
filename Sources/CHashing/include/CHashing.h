#ifndef CHASHING_H
#define CHASHING_H

// SHA-256 (FIPS 180-4), CRC-32 (RFC 1952), CRC-64 (The .xz File Format 1.1.0) and what else passes over every byte, as
// fast as the processor can.
//
// This is C because Swift can neither compile a function for instructions that the rest of the program does not need, nor
// name those for hashing. One core of an AMD EPYC 9004 takes in 0.35 GB/s of SHA-256 with portable code, 1.8 with the SHA
// instructions, 3.3 of two messages at once; without those instructions, 1.8 of eight messages with AVX2 and 3.2 of sixteen
// with AVX-512. Of the checks it takes in 2 GB/s with tables and 14 with carry-less multiplication. What a processor can do is
// asked at run time; every way gives the same result, and each that the machine has is tested.

#include <stddef.h>
#include <stdint.h>

/// A digest in the making.
typedef struct {
    uint32_t state[8];
    uint64_t length;
    uint8_t pending[64];
} chashing_sha256;

/// The ways to compute SHA-256.
typedef enum {
    chashing_best,
    /// Plain C.
    chashing_portable,
    /// The SHA instructions of x86-64 (SHA-NI) or ARMv8; of x86-64, two messages at once where there are several.
    chashing_instructions,
    /// Eight messages at once (AVX2).
    chashing_lanes8,
    /// Sixteen messages at once (AVX-512).
    chashing_lanes16,
} chashing_way;

/// Whether this processor has a way.
int chashing_has(chashing_way way);

void chashing_sha256_start(chashing_sha256 *digest);

/// Takes in the next bytes of a message.
void chashing_sha256_update(chashing_sha256 *digest, const uint8_t *bytes, size_t count, chashing_way way);

/// Takes in the next bytes of several messages, each of its own.
void chashing_sha256_update_several(
    chashing_sha256 *digests, const uint8_t *const *pieces, const size_t *counts, size_t messages, chashing_way way);

/// Ends several messages; the digests are then the eight words of each state.
void chashing_sha256_finish_several(chashing_sha256 *digests, size_t messages, chashing_way way);

/// The CRC-32 of bytes that follow others, whose CRC-32 is given; 0 for none.
uint32_t chashing_crc32(uint32_t before, const uint8_t *bytes, size_t count, chashing_way way);

/// The CRC-64 of bytes that follow others, whose CRC-64 is given; 0 for none.
uint64_t chashing_crc64(uint64_t before, const uint8_t *bytes, size_t count, chashing_way way);

/// Takes whole stripes of 32 bytes into the four lanes of a 64-bit xxHash.
void chashing_xxh64(uint64_t *lanes, const uint8_t *bytes, size_t count);

/// How often each byte occurs.
void chashing_count(uint64_t counts[256], const uint8_t *bytes, size_t count);

#endif
