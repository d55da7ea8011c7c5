#include <string.h>

#include "CHashing.h"

static uint64_t word(const uint8_t *bytes) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static uint64_t mixed(uint64_t lane, uint64_t word) {
    lane += word * 0xC2B2AE3D27D4EB4F;
    return (lane << 31 | lane >> 33) * 0x9E3779B185EBCA87;
}

void chashing_xxh64(uint64_t *lanes, const uint8_t *bytes, size_t count) {
    uint64_t a = lanes[0], b = lanes[1], c = lanes[2], d = lanes[3];
    for (; count >= 32; bytes += 32, count -= 32) {
        a = mixed(a, word(bytes));
        b = mixed(b, word(bytes + 8));
        c = mixed(c, word(bytes + 16));
        d = mixed(d, word(bytes + 24));
    }
    lanes[0] = a, lanes[1] = b, lanes[2] = c, lanes[3] = d;
}

void chashing_count(uint64_t counts[256], const uint8_t *bytes, size_t count) {
    // Uses four tables, since reading a count right after writing it is slow.
    uint32_t tables[4][256];
    while (count > 0) {
        const size_t part = count < UINT32_MAX ? count : UINT32_MAX;
        memset(tables, 0, sizeof tables);
        size_t i = 0;
        for (; part - i >= 4; i += 4) {
            for (int table = 0; table < 4; table++) tables[table][bytes[i + table]]++;
        }
        for (; i < part; i++) tables[0][bytes[i]]++;
        for (int byte = 0; byte < 256; byte++) {
            for (int table = 0; table < 4; table++) counts[byte] += tables[table][byte];
        }
        bytes += part;
        count -= part;
    }
}
