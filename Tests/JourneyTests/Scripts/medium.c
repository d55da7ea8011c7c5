/* A disk that can do less, such as one on a stick or a network: no locks, no synchronisation of directories, no modes, no
   exchange of names, and no exclusive renames. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

int flock(int descriptor, int operation) {
    errno = ENOLCK;
    return -1;
}

int fsync(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
        errno = EINVAL;
        return -1;
    }
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    return real(descriptor);
}

int fchmod(int descriptor, mode_t mode) {
    errno = EPERM;
    return -1;
}

int renameat2(int one, const char *old, int other, const char *new, unsigned int flags) {
    if (flags != 0) {
        errno = EINVAL;
        return -1;
    }
    return renameat(one, old, other, new);
}

int linkat(int one, const char *old, int other, const char *new, int flags) {
    errno = EPERM;
    return -1;
}
