// No compiler has seen this file: docs/Contributing.md, “Untried on macOS and iOS”.
#ifdef __APPLE__

#include "Apple.h"

#include <copyfile.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/param.h>
#include <unistd.h>

int apple_open_beneath(int directory, const char *path, int flags) {
#ifdef O_NOFOLLOW_ANY
    return openat(directory, path, flags | O_CLOEXEC | O_NOFOLLOW_ANY);
#else
    (void)directory, (void)path, (void)flags;
    return -1;
#endif
}

int apple_sync(int descriptor) {
    if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
    // File systems that do not support it still have fsync.
    if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY) return -1;
    return fsync(descriptor);
}

int apple_sync_filesystem(int descriptor) {
    // sync(2) does not wait on macOS.
    if (fsync_volume_np(descriptor, SYNC_VOLUME_FULLSYNC | SYNC_VOLUME_WAIT) == 0) return 0;
    // On file systems that do not support it, synchronise the file.
    if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY && errno != ENOSYS) return -1;
    sync();
    return apple_sync(descriptor);
}

void apple_reserve(int file, long long bytes) {
    fstore_t store = {.fst_flags = F_ALLOCATEALL, .fst_posmode = F_PEOFPOSMODE, .fst_length = bytes};
    (void)fcntl(file, F_PREALLOCATE, &store);
}

int apple_rename_exclusively(int old_directory, const char *old_name, int new_directory, const char *new_name) {
    return renameatx_np(old_directory, old_name, new_directory, new_name, RENAME_EXCL);
}

int apple_exchange(int one_directory, const char *one_name, int other_directory, const char *other_name) {
    return renameatx_np(one_directory, one_name, other_directory, other_name, RENAME_SWAP);
}

int apple_is_fixed(const struct stat *status) {
    return (status->st_flags & (UF_IMMUTABLE | UF_APPEND | SF_IMMUTABLE | SF_APPEND)) != 0;
}

int apple_is_remote(int directory) {
    struct statfs status;
    return fstatfs(directory, &status) == 0 && !(status.f_flags & MNT_LOCAL);
}

void apple_copy_extended(int source, int target) {
    (void)fcopyfile(source, target, NULL, COPYFILE_XATTR | COPYFILE_ACL);
}

int apple_birth_time(int directory, const char *name, long long *seconds) {
    struct stat status;
    if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return -1;
    *seconds = status.st_birthtimespec.tv_sec;
    return 0;
}

#endif
