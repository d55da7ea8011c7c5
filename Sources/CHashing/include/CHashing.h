#ifndef CHASHING_H
#define CHASHING_H

// SHA-256 (FIPS 180-4), CRC-32 (RFC 1952), CRC-64 (The .xz File Format 1.1.0) and other passes over every byte, as fast as
// the processor can.
//
// This is C because Swift can neither compile a single function for instructions that the rest of the program does not
// need, nor use the instructions for hashing. One core of an AMD EPYC 9004 computes SHA-256 of 0.35 GB/s with portable
// code, of 1.8 GB/s with the SHA instructions, and of 3.3 GB/s with two messages at once. Without those instructions, it
// reaches 1.8 GB/s with eight messages (AVX2) and 3.2 GB/s with sixteen (AVX-512). For the CRCs, it reaches 2 GB/s with
// tables and 14 GB/s with carry-less multiplication. The code checks at run time what the processor supports. All
// implementations give the same result, and tests cover each one that the machine supports.

#include <stddef.h>
#include <stdint.h>

/// An unfinished digest.
typedef struct {
    uint32_t state[8];
    uint64_t length;
    uint8_t pending[64];
} chashing_sha256;

/// The implementations of SHA-256.
typedef enum {
    chashing_best,
    /// Plain C.
    chashing_portable,
    /// The SHA instructions of x86-64 (SHA-NI) or ARMv8; on x86-64, two messages at once if there are several.
    chashing_instructions,
    /// Eight messages at once (AVX2).
    chashing_lanes8,
    /// Sixteen messages at once (AVX-512).
    chashing_lanes16,
} chashing_way;

/// Whether this processor supports an implementation.
int chashing_has(chashing_way way);

void chashing_sha256_start(chashing_sha256 *digest);

/// Adds the next bytes of a message.
void chashing_sha256_update(chashing_sha256 *digest, const uint8_t *bytes, size_t count, chashing_way way);

/// Adds the next bytes of several messages, each to its own digest.
void chashing_sha256_update_several(
    chashing_sha256 *digests, const uint8_t *const *pieces, const size_t *counts, size_t messages, chashing_way way);

/// Ends several messages. Afterwards, the eight words of each state are the digest.
void chashing_sha256_finish_several(chashing_sha256 *digests, size_t messages, chashing_way way);

/// The CRC-32 of bytes that follow others, given the CRC-32 of these; 0 if there are none.
uint32_t chashing_crc32(uint32_t before, const uint8_t *bytes, size_t count, chashing_way way);

/// The CRC-64 of bytes that follow others, given the CRC-64 of these; 0 if there are none.
uint64_t chashing_crc64(uint64_t before, const uint8_t *bytes, size_t count, chashing_way way);

/// Adds whole stripes of 32 bytes to the four lanes of a 64-bit xxHash.
void chashing_xxh64(uint64_t *lanes, const uint8_t *bytes, size_t count);

/// Adds the number of occurrences of each byte value to the counts.
void chashing_count(uint64_t counts[256], const uint8_t *bytes, size_t count);

/// Adds whole blocks of 64 bytes to the four words of an MD5 digest (RFC 1321).
void chashing_md5(uint32_t *state, const uint8_t *bytes, size_t blocks);

/// Adds whole blocks of 128 bytes to the eight words of a SHA-512 digest (FIPS 180-4, §6.4).
void chashing_sha512(uint64_t *state, const uint8_t *bytes, size_t blocks);

/// Decodes base64 (RFC 4648 §4), after some bits that came before; skips all other characters, and says whether one was
/// neither white space nor `=`. The output has room for `count` bytes; the result is how many were written.
size_t chashing_base64(
    uint32_t *bits, uint32_t *bit_count, const uint8_t *text, size_t count, uint8_t *output, int *is_damaged);

#endif
