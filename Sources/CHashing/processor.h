#ifndef CHASHING_PROCESSOR_H
#define CHASHING_PROCESSOR_H

/// The features of the processor, determined once.
typedef struct {
    int sha, avx2, avx512, carryless_multiplication;
} chashing_processor;

const chashing_processor *chashing_this_processor(void);

#endif
