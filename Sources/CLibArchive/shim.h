#ifndef CLIBARCHIVE_SHIM_H
#define CLIBARCHIVE_SHIM_H

#include <archive.h>
#include <archive_entry.h>

#ifdef __linux__
#include <sys/auxv.h>
#endif

/// Whether libarchive, like everything else, is part of the program, so that no loader was needed.
static inline int clibarchive_is_static(void) {
#ifdef __linux__
    return getauxval(AT_BASE) == 0;
#else
    return 0;
#endif
}

#endif
