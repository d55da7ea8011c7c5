#include "CHashing.h"

#include <string.h>

static uint32_t left32(uint32_t word, unsigned count) { return word << count | word >> (32 - count); }
static uint64_t right64(uint64_t word, unsigned count) { return word >> count | word << (64 - count); }

// The integer parts of 2^32 × |sin(i)| (RFC 1321 §3.4).
static const uint32_t md5_constants[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};
static const unsigned md5_shifts[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

void chashing_md5(uint32_t *state, const uint8_t *bytes, size_t blocks) {
    for (; blocks > 0; blocks--, bytes += 64) {
        uint32_t words[16];
        for (int i = 0; i < 16; i++) {
            const uint8_t *at = bytes + 4 * i;
            words[i] = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        }
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        for (int i = 0; i < 64; i++) {
            uint32_t mixed;
            int word;
            switch (i / 16) {
            case 0: mixed = (b & c) | (~b & d); word = i; break;
            case 1: mixed = (d & b) | (~d & c); word = (5 * i + 1) % 16; break;
            case 2: mixed = b ^ c ^ d; word = (3 * i + 5) % 16; break;
            default: mixed = c ^ (b | ~d); word = 7 * i % 16;
            }
            uint32_t sum = a + mixed + md5_constants[i] + words[word];
            a = d;
            d = c;
            c = b;
            b += left32(sum, md5_shifts[i / 16 * 4 + i % 4]);
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
    }
}

static const uint64_t sha512_constants[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

void chashing_sha512(uint64_t *state, const uint8_t *bytes, size_t blocks) {
    for (; blocks > 0; blocks--, bytes += 128) {
        uint64_t words[80];
        for (int i = 0; i < 16; i++) {
            words[i] = 0;
            for (int j = 0; j < 8; j++) words[i] = words[i] << 8 | bytes[8 * i + j];
        }
        for (int i = 16; i < 80; i++) {
            uint64_t early = words[i - 15], late = words[i - 2];
            words[i] = words[i - 16] + (right64(early, 1) ^ right64(early, 8) ^ early >> 7) + words[i - 7]
                + (right64(late, 19) ^ right64(late, 61) ^ late >> 6);
        }
        uint64_t s[8];
        memcpy(s, state, sizeof s);
        for (int i = 0; i < 80; i++) {
            uint64_t high = right64(s[4], 14) ^ right64(s[4], 18) ^ right64(s[4], 41);
            uint64_t first = s[7] + high + ((s[4] & s[5]) ^ (~s[4] & s[6])) + sha512_constants[i] + words[i];
            uint64_t low = right64(s[0], 28) ^ right64(s[0], 34) ^ right64(s[0], 39);
            uint64_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
            memmove(s + 1, s, 7 * sizeof *s);
            s[4] += first;
            s[0] = first + low + majority;
        }
        for (int i = 0; i < 8; i++) state[i] += s[i];
    }
}

size_t chashing_base64(
    uint32_t *bits, uint32_t *bit_count, const uint8_t *text, size_t count, uint8_t *output, int *is_damaged
) {
    uint32_t held = *bits, length = *bit_count;
    uint8_t *next = output;
    for (size_t i = 0; i < count; i++) {
        uint8_t byte = text[i];
        uint32_t value;
        if (byte >= 'A' && byte <= 'Z') {
            value = byte - 65u;
        } else if (byte >= 'a' && byte <= 'z') {
            value = byte - 71u;
        } else if (byte >= '0' && byte <= '9') {
            value = byte + 4u;
        } else if (byte == '+' || byte == '-') {
            value = 62;
        } else if (byte == '/' || byte == '_') {
            value = 63;
        } else if (byte == '=') {
            held = length = 0;
            continue;
        } else {
            if (byte > 0x20) *is_damaged = 1;
            continue;
        }
        held = held << 6 | value;
        length += 6;
        if (length >= 8) {
            length -= 8;
            *next++ = (uint8_t)(held >> length);
        }
    }
    *bits = held;
    *bit_count = length;
    return (size_t)(next - output);
}
