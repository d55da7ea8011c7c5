#ifndef FUZZ_DRIVER_H
#define FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer (llvm.org/docs/LibFuzzer.html) with its arguments; it calls back with every input that it tries.
int fuzz_driver_run(int count, char **arguments, int (*callback)(const uint8_t *data, size_t size));

#endif
