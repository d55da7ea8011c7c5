#include "processor.h"

#include <pthread.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <stdint.h>

__attribute__((target("xsave"))) static uint64_t saved_registers(void) {
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

static chashing_processor ask(void) {
    chashing_processor processor = {0};
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return processor;
    const int sse = (c >> 9 & 1) && (c >> 19 & 1);  // SSSE3 and SSE4.1
    const int saves = c >> 27 & 1;
    processor.carryless_multiplication = sse && (c >> 1 & 1);
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return processor;
    processor.sha = sse && (b >> 29 & 1);
    // The operating system must save the wide registers when it switches threads.
    const uint64_t registers = saves ? saved_registers() : 0;
    processor.avx2 = (registers & 0x06) == 0x06 && (b >> 5 & 1);
    processor.avx512 = (registers & 0xE6) == 0xE6 && (b >> 16 & 1) && (b >> 30 & 1);  // F and BW
    return processor;
}

#elif defined(__aarch64__) && defined(__APPLE__)

// No compiler has seen this: docs/Contributing.md, “Untried on macOS and iOS”.
static chashing_processor ask(void) { return (chashing_processor){.sha = 1, .carryless_multiplication = 1}; }

#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>

static chashing_processor ask(void) {
    const unsigned long features = getauxval(AT_HWCAP);
    const unsigned long pmull = 1 << 4, sha2 = 1 << 6;
    return (chashing_processor){.sha = (features & sha2) != 0, .carryless_multiplication = (features & pmull) != 0};
}

#else

static chashing_processor ask(void) { return (chashing_processor){0}; }

#endif

static chashing_processor answer;

static void ask_once(void) { answer = ask(); }

const chashing_processor *chashing_this_processor(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, ask_once);
    return &answer;
}
