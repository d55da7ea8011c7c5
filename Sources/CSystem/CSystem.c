#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

int csystem_openat(int directory, const char *name, int flags, mode_t mode) {
    int descriptor;
    do {
        descriptor = openat(directory, name, flags | O_CLOEXEC, mode);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

int csystem_lock(int descriptor, int exclusive) {
    int result;
    do {
        result = flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB);
    } while (result < 0 && errno == EINTR);
    return result;
}

int csystem_unlock(int descriptor) { return flock(descriptor, LOCK_UN); }

int csystem_sync(int descriptor) {
#ifdef F_FULLFSYNC
    if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
    // File systems that cannot do it still have fsync.
    if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY) return -1;
#endif
    return fsync(descriptor);
}

int csystem_sync_filesystem(int descriptor) {
#ifdef __linux__
    return syncfs(descriptor);
#else
    sync();
    return csystem_sync(descriptor);
#endif
}

int csystem_rename_exclusively(int old_directory, const char *old_name, int new_directory, const char *new_name) {
#if defined(__linux__)
    int result = renameat2(old_directory, old_name, new_directory, new_name, RENAME_NOREPLACE);
    if (result == 0 || (errno != EINVAL && errno != ENOSYS)) return result;
#elif defined(__APPLE__)
    int result = renameatx_np(old_directory, old_name, new_directory, new_name, RENAME_EXCL);
    if (result == 0 || errno != ENOTSUP) return result;
#endif
    // The file system cannot do it in one step.
    struct stat status;
    if (fstatat(new_directory, new_name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return -1;
    }
    return renameat(old_directory, old_name, new_directory, new_name);
}

int csystem_birth_time(int directory, const char *name, long long *seconds) {
#if defined(__linux__) && defined(STATX_BTIME)
    struct statx status;
    if (statx(directory, name, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &status) != 0) return -1;
    if (!(status.stx_mask & STATX_BTIME)) return -1;
    *seconds = status.stx_btime.tv_sec;
    return 0;
#elif defined(__APPLE__)
    struct stat status;
    if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return -1;
    *seconds = status.st_birthtimespec.tv_sec;
    return 0;
#else
    return -1;
#endif
}
