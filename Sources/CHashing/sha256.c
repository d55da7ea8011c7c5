#include "sha256.h"

#include <stdlib.h>
#include <string.h>

#include "processor.h"

enum { block_size = 64, most_lanes = 16 };

int chashing_has(chashing_way way) {
    const chashing_processor *processor = chashing_this_processor();
    switch (way) {
        case chashing_best:
        case chashing_portable: return 1;
        case chashing_instructions: return processor->sha;
        case chashing_lanes8: return processor->avx2;
        case chashing_lanes16: return processor->avx512;
    }
    return 0;
}

static void compress(uint32_t *state, const uint8_t *bytes, size_t blocks, chashing_way way) {
    if (blocks == 0) return;
#if defined(__x86_64__)
    if ((way == chashing_best || way == chashing_instructions) && chashing_has(chashing_instructions)) {
        return sha256_blocks_shani(state, bytes, blocks);
    }
#elif defined(__aarch64__)
    if ((way == chashing_best || way == chashing_instructions) && chashing_has(chashing_instructions)) {
        return sha256_blocks_armv8(state, bytes, blocks);
    }
#endif
    sha256_blocks_portable(state, bytes, blocks);
}

/// A way to compress several messages at once.
typedef struct {
    sha256_lanes *compress;
    size_t lanes;
    /// With fewer messages than this, compressing one after the other is faster.
    size_t fewest;
} several;

static several several_by(chashing_way way) {
#if defined(__x86_64__)
    if (way == chashing_best) {
        way = chashing_has(chashing_instructions) ? chashing_instructions
            : chashing_has(chashing_lanes16)      ? chashing_lanes16
                                                  : chashing_lanes8;
    }
    if (chashing_has(way)) {
        if (way == chashing_instructions) return (several){sha256_lanes2_shani, 2, 2};
        // A lane has 0.6 times the speed of portable code, whether the other lanes are in use or not.
        if (way == chashing_lanes8) return (several){sha256_lanes8_avx2, 8, 2};
        if (way == chashing_lanes16) return (several){sha256_lanes16_avx512, 16, 2};
    }
#endif
    return (several){NULL, 1, SIZE_MAX};
}

static int longest_first(const void *one, const void *other) {
    const size_t a = ((const sha256_run *)one)->blocks, b = ((const sha256_run *)other)->blocks;
    return (a < b) - (a > b);
}

/// Keeps the lanes filled while there are messages. Starts with the longest, so that all lanes end at about the same time.
static void compress_several(sha256_run *runs, size_t count, chashing_way way) {
    const several by = several_by(way);
    size_t next = 0, used = 0;
    uint32_t *states[most_lanes];
    const uint8_t *bytes[most_lanes];
    size_t left[most_lanes];
    if (count >= by.fewest) {
        qsort(runs, count, sizeof *runs, longest_first);
        for (;;) {
            while (used < by.lanes && next < count) {
                const sha256_run run = runs[next++];
                if (run.blocks == 0) continue;
                states[used] = run.state;
                bytes[used] = run.bytes;
                left[used++] = run.blocks;
            }
            if (used < by.fewest) break;
            // Unused lanes repeat the work of the first one; their results are ignored.
            uint32_t nobody[8] = {0};
            for (size_t lane = used; lane < by.lanes; lane++) {
                states[lane] = nobody;
                bytes[lane] = bytes[0];
            }
            size_t blocks = left[0];
            for (size_t lane = 1; lane < used; lane++) blocks = left[lane] < blocks ? left[lane] : blocks;
            by.compress(states, bytes, blocks);
            size_t kept = 0;
            for (size_t lane = 0; lane < used; lane++) {
                if (left[lane] == blocks) continue;
                states[kept] = states[lane];
                bytes[kept] = bytes[lane] + blocks * block_size;
                left[kept++] = left[lane] - blocks;
            }
            used = kept;
        }
    }
    for (size_t lane = 0; lane < used; lane++) compress(states[lane], bytes[lane], left[lane], way);
    for (; next < count; next++) compress(runs[next].state, runs[next].bytes, runs[next].blocks, way);
}

void chashing_sha256_start(chashing_sha256 *digest) {
    static const uint32_t initial[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    memset(digest, 0, sizeof *digest);
    memcpy(digest->state, initial, sizeof initial);
}

/// Adds bytes: returns the whole blocks among them, which remain to be compressed, and keeps the rest.
static sha256_run take(chashing_sha256 *digest, const uint8_t *bytes, size_t count, chashing_way way) {
    const size_t kept = digest->length % block_size;
    digest->length += count;
    if (kept > 0) {
        const size_t missing = block_size - kept < count ? block_size - kept : count;
        if (missing > 0) memcpy(digest->pending + kept, bytes, missing);
        if (kept + missing < block_size) return (sha256_run){digest->state, bytes, 0};
        compress(digest->state, digest->pending, 1, way);
        bytes += missing;
        count -= missing;
    }
    const size_t rest = count % block_size;
    if (rest > 0) memcpy(digest->pending, bytes + count - rest, rest);
    return (sha256_run){digest->state, bytes, count / block_size};
}

void chashing_sha256_update(chashing_sha256 *digest, const uint8_t *bytes, size_t count, chashing_way way) {
    const sha256_run run = take(digest, bytes, count, way);
    compress(run.state, run.bytes, run.blocks, way);
}

/// The number of messages to handle at a time, since their state is on the stack.
enum { at_once = 256 };

void chashing_sha256_update_several(
    chashing_sha256 *digests, const uint8_t *const *pieces, const size_t *counts, size_t messages, chashing_way way) {
    sha256_run runs[at_once];
    for (size_t first = 0; first < messages; first += at_once) {
        const size_t count = messages - first < at_once ? messages - first : at_once;
        for (size_t index = 0; index < count; index++) {
            runs[index] = take(&digests[first + index], pieces[first + index], counts[first + index], way);
        }
        compress_several(runs, count, way);
    }
}

void chashing_sha256_finish_several(chashing_sha256 *digests, size_t messages, chashing_way way) {
    sha256_run runs[at_once];
    uint8_t tails[at_once][2 * block_size];
    for (size_t first = 0; first < messages; first += at_once) {
        const size_t count = messages - first < at_once ? messages - first : at_once;
        memset(tails, 0, sizeof *tails * count);
        for (size_t index = 0; index < count; index++) {
            chashing_sha256 *digest = &digests[first + index];
            uint8_t *tail = tails[index];
            const size_t kept = digest->length % block_size;
            const size_t blocks = kept < block_size - 8 ? 1 : 2;
            memcpy(tail, digest->pending, kept);
            tail[kept] = 0x80;
            for (int byte = 0; byte < 8; byte++) {
                tail[blocks * block_size - 1 - byte] = (uint8_t)(digest->length * 8 >> 8 * byte);
            }
            runs[index] = (sha256_run){digest->state, tail, blocks};
        }
        compress_several(runs, count, way);
    }
}
