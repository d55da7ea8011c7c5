#include "FuzzDriver.h"

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*callback)(const uint8_t *data, size_t size));

int fuzz_driver_run(int count, char **arguments, int (*callback)(const uint8_t *data, size_t size)) {
    return LLVMFuzzerRunDriver(&count, &arguments, callback);
}
