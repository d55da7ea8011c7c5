#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CSystem.h"

#include <errno.h>
#include <sys/statvfs.h>
#include <limits.h>
#include <fcntl.h>
#include <pthread.h>
#ifdef __linux__
#include <sched.h>
#include <sys/syscall.h>
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif
#endif
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#ifdef __linux__
#include <linux/capability.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#elif defined(__APPLE__)
#include "Apple.h"
#endif
#include <unistd.h>

int csystem_unnamed_file(const char *folder) {
#ifdef O_TMPFILE
    int unnamed = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (unnamed >= 0) return unnamed;
#endif
    // Where the file system has no such files, the name is removed at once; signals wait for that, on this thread.
    static const char ending[] = "/archive-XXXXXX";
    const size_t length = strlen(folder);
    char *path = malloc(length + sizeof ending);
    if (path == NULL) return -1;
    memcpy(path, folder, length);
    memcpy(path + length, ending, sizeof ending);
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    const int descriptor = mkstemp(path);
    const int error = errno;
    if (descriptor >= 0) unlink(path);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    free(path);
    errno = error;
    return descriptor;
}

int csystem_openat(int directory, const char *name, int flags, mode_t mode) {
    int descriptor;
    do {
        descriptor = openat(directory, name, flags | O_CLOEXEC, mode);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

int csystem_open_beneath(int directory, const char *path, int flags) {
#if defined(SYS_openat2) && defined(RESOLVE_BENEATH)
    // A sandbox may reject the call. Do not try it again.
    static _Atomic int is_missing;
    if (atomic_load_explicit(&is_missing, memory_order_relaxed)) return -1;
    struct open_how how = {.flags = (unsigned long long)(flags | O_CLOEXEC), .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    long descriptor = syscall(SYS_openat2, directory, path, &how, sizeof how);
    if (descriptor < 0 && (errno == ENOSYS || errno == EPERM)) {
        atomic_store_explicit(&is_missing, 1, memory_order_relaxed);
    }
    return (int)descriptor;
#elif defined(__APPLE__)
    return apple_open_beneath(directory, path, flags);
#else
    (void)directory, (void)path, (void)flags;
    return -1;
#endif
}

int csystem_lock(int descriptor, int exclusive) {
    int result;
    do {
        result = flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB);
    } while (result < 0 && errno == EINTR);
    return result;
}

int csystem_unlock(int descriptor) { return flock(descriptor, LOCK_UN); }

unsigned long csystem_thread(void) {
    static _Thread_local char here;
    return (unsigned long)(uintptr_t)&here;
}

int csystem_sync(int descriptor) {
#ifdef __APPLE__
    return apple_sync(descriptor);
#else
    return fsync(descriptor);
#endif
}

int csystem_sync_filesystem(int descriptor) {
#ifdef __linux__
    return syncfs(descriptor);
#elif defined(__APPLE__)
    return apple_sync_filesystem(descriptor);
#else
    sync();
    return csystem_sync(descriptor);
#endif
}

void csystem_begin_sync(int file, unsigned long long written) {
#ifdef __linux__
    // So much at once that the disk works well, and so little that it need not wait for it.
    enum { portion = 1 << 20, small = 1 << 14 };
    if (written < small) return;
    const off_t position = lseek(file, 0, SEEK_CUR);
    if (position < (off_t)written) return;
    const off_t end = position / portion * portion;
    const off_t start = (position - (off_t)written) / portion * portion;
    // An error comes again when the file is synchronised.
    if (end > start) (void)sync_file_range(file, start, end - start, SYNC_FILE_RANGE_WRITE);
#else
    (void)file, (void)written;
#endif
}

void csystem_reserve(int file, long long bytes) {
    struct stat status;
    if (fstat(file, &status) != 0) return;
#if defined(__linux__)
    (void)fallocate(file, FALLOC_FL_KEEP_SIZE, status.st_size, bytes);
#elif defined(__APPLE__)
    apple_reserve(file, bytes);
#endif
}

void csystem_release_reserve(int file) {
    struct stat status;
    if (fstat(file, &status) != 0) return;
    // File systems free the blocks after the end, even if the size does not change.
    if (ftruncate(file, status.st_size) == 0) (void)csystem_sync(file);
}

long long csystem_room(int descriptor) {
    struct statvfs status;
    if (fstatvfs(descriptor, &status) != 0) return LLONG_MAX;
    return (long long)status.f_bavail * (long long)status.f_frsize;
}

int csystem_rename_exclusively(int old_directory, const char *old_name, int new_directory, const char *new_name) {
#if defined(__linux__)
    int result = renameat2(old_directory, old_name, new_directory, new_name, RENAME_NOREPLACE);
    if (result == 0 || (errno != EINVAL && errno != ENOSYS)) return result;
#elif defined(__APPLE__)
    int result = apple_rename_exclusively(old_directory, old_name, new_directory, new_name);
    if (result == 0 || errno != ENOTSUP) return result;
#endif
    // The file system cannot do this in one step.
    struct stat status;
    if (fstatat(new_directory, new_name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return -1;
    }
    return renameat(old_directory, old_name, new_directory, new_name);
}

int csystem_exchange(int one_directory, const char *one_name, int other_directory, const char *other_name) {
    int result = -1;
    errno = ENOSYS;
#if defined(__linux__)
    result = renameat2(one_directory, one_name, other_directory, other_name, RENAME_EXCHANGE);
#elif defined(__APPLE__)
    result = apple_exchange(one_directory, one_name, other_directory, other_name);
#endif
    if (result != 0 && (errno == EINVAL || errno == ENOTSUP)) errno = ENOSYS;
    return result;
}

int csystem_look(int directory, const char *name, struct csystem_look *look) {
#if defined(__linux__) && defined(STATX_ATTR_IMMUTABLE)
    struct statx status;
    int flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | AT_EMPTY_PATH;
    unsigned mask = STATX_BASIC_STATS;
#ifdef STATX_MNT_ID
    mask |= STATX_MNT_ID;
#endif
    if (statx(directory, name, flags, mask, &status) != 0) return -1;
    *look = (struct csystem_look){
        .mode = status.stx_mode & 07777,
        .owner = status.stx_uid,
        .group = status.stx_gid,
        .device = (unsigned long long)status.stx_dev_major << 32 | status.stx_dev_minor,
        .is_fixed = (status.stx_attributes & (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND)) != 0,
    };
#ifdef STATX_MNT_ID
    if (status.stx_mask & STATX_MNT_ID) look->mount = status.stx_mnt_id;
#endif
    return 0;
#else
    struct stat status;
    int result = *name ? fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) : fstat(directory, &status);
    if (result != 0) return -1;
    *look = (struct csystem_look){
        .mode = status.st_mode & 07777,
        .owner = status.st_uid,
        .group = status.st_gid,
        .device = (unsigned long long)status.st_dev,
        .mount = (unsigned long long)status.st_dev,
    };
#ifdef __APPLE__
    look->is_fixed = apple_is_fixed(&status);
#endif
    return 0;
#endif
}

int csystem_may_change_names(int directory) {
    // Where both users are the same, older systems need no detour.
    int flags = getuid() == geteuid() && getgid() == getegid() ? 0 : AT_EACCESS;
    return faccessat(directory, ".", W_OK | X_OK, flags) == 0 ? 0 : errno;
}

int csystem_acts_as_any_owner(void) {
#ifdef __linux__
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {{0}};
    if (syscall(SYS_capget, &header, data) == 0) return (data[0].effective >> CAP_FOWNER & 1) != 0;
#endif
    return geteuid() == 0;
}

int csystem_is_remote(int directory) {
#ifdef __linux__
    struct statfs status;
    if (fstatfs(directory, &status) != 0) return 0;
    switch ((unsigned)status.f_type) {
    case 0x6969:      // NFS
    case 0x517B:      // SMB
    case 0xFF534D42:  // CIFS
    case 0xFE534D42:  // SMB 2
    case 0x65735546:  // FUSE
    case 0x01021997:  // 9P
    case 0x5346414F:  // AFS
    case 0x00C36400:  // Ceph
    case 0x786F4256:  // VirtualBox
        return 1;
    default: return 0;
    }
#elif defined(__APPLE__)
    return apple_is_remote(directory);
#else
    (void)directory;
    return 0;
#endif
}

#ifdef __linux__
static const char access_list[] = "system.posix_acl_access";
static const char default_access_list[] = "system.posix_acl_default";

// What describes the content rather than the file, or is the system's own.
static int stays_behind(const char *name) {
    return strcmp(name, "security.capability") == 0 || strcmp(name, "security.ima") == 0 || strcmp(name, "security.evm") == 0
        || strncmp(name, "trusted.overlay.", 16) == 0;
}

// Copies all extended attributes, and returns whether an access list was among them.
static int copy_extended(int source, int target) {
    ssize_t length = flistxattr(source, NULL, 0);
    int has_access_list = 0;
    char *names = length > 0 ? malloc((size_t)length) : NULL;
    if (names) length = flistxattr(source, names, (size_t)length);
    for (char *name = names; names && length > 0 && name < names + length; name += strlen(name) + 1) {
        if (stays_behind(name)) continue;
        ssize_t size = fgetxattr(source, name, NULL, 0);
        char *value = size >= 0 ? malloc((size_t)size + 1) : NULL;
        if (!value) continue;
        size = fgetxattr(source, name, value, (size_t)size);
        if (size >= 0 && fsetxattr(target, name, value, (size_t)size, 0) == 0 && strcmp(name, access_list) == 0) {
            has_access_list = 1;
        }
        free(value);
    }
    free(names);
    return has_access_list;
}
#endif

void csystem_copy_attributes(int source, int target) {
    struct stat from, to;
    if (fstat(source, &from) != 0 || fstat(target, &to) != 0) return;
    if (S_ISREG(to.st_mode) && to.st_nlink > 1) return;
    if (from.st_dev == to.st_dev && from.st_ino == to.st_ino) return;
    if (from.st_uid != to.st_uid || from.st_gid != to.st_gid) {
        if (fchown(target, from.st_uid, from.st_gid) != 0 && from.st_gid != to.st_gid) {
            (void)!fchown(target, (uid_t)-1, from.st_gid);
        }
        if (fstat(target, &to) != 0) return;
    }
    const mode_t permissions = S_ISDIR(to.st_mode) ? 07777 : 0777;
    mode_t mode = from.st_mode & permissions;
    // Another group must not get the rights of the first one.
    if (from.st_gid != to.st_gid) mode = (mode & 01707) | ((mode & 07) << 3);
#if defined(__linux__)
    if (copy_extended(source, target)) {
        // The list holds the permissions of the group.
        mode = from.st_mode & permissions;
    } else if (fgetxattr(target, access_list, NULL, 0) > 0 && fremovexattr(target, access_list) == 0) {
        // It came with the directory in which the file was made.
        to.st_mode = 0;
    }
#elif defined(__APPLE__)
    apple_copy_extended(source, target);
#endif
    if ((to.st_mode & permissions) != mode) (void)!fchmod(target, mode);
}

int csystem_is_alike(int one, int other) {
    struct stat first, second;
    if (fstat(one, &first) != 0 || fstat(other, &second) != 0) return 1;
#ifdef __linux__
    if ((first.st_mode & S_ISGID) != (second.st_mode & S_ISGID)) return 0;
    if (first.st_mode & S_ISGID && first.st_gid != second.st_gid) return 0;
    return fgetxattr(one, default_access_list, NULL, 0) <= 0 && fgetxattr(other, default_access_list, NULL, 0) <= 0;
#else
    return first.st_gid == second.st_gid;
#endif
}

#ifdef __linux__
// The mask for new files, read without changing it for other threads as umask(2) would.
static mode_t file_mode_mask(void) {
    unsigned mask = 022;
    FILE *status = fopen("/proc/self/status", "re");
    if (status == NULL) return mask;
    char line[256];
    while (fgets(line, sizeof line, status) != NULL) {
        if (sscanf(line, "Umask: %o", &mask) == 1) break;
    }
    fclose(status);
    return mask & 0777;
}
#endif

void csystem_follow_directory(int directory, int file) {
    struct stat place, status;
    if (fstat(directory, &place) != 0 || fstat(file, &status) != 0 || status.st_nlink > 1) return;
#ifdef __linux__
    gid_t group = place.st_mode & S_ISGID ? place.st_gid : getegid();
    if (group != status.st_gid) (void)!fchown(file, (uid_t)-1, group);
    // A 32-bit version, then entries of 16 bits each for tag and permissions and 32 bits for whom, as in acl(5).
    unsigned char list[4 + 8 * 64];
    ssize_t length = fgetxattr(directory, default_access_list, list, sizeof list);
    if (length < 4) {
        // The permissions of a file without a list are right already: the mask applied to them.
        if (fgetxattr(file, access_list, NULL, 0) > 0 && fremovexattr(file, access_list) == 0)
            (void)!fchmod(file, 0666 & ~file_mode_mask());
        return;
    }
    int has_mask = 0;
    for (ssize_t at = 4; at + 8 <= length; at += 8) has_mask |= list[at] == 0x10;
    for (ssize_t at = 4; at + 8 <= length; at += 8) {
        unsigned char tag = list[at];
        // The owner, the others, and the mask or else the group, get no more than a program asks for: 0666.
        if (tag == 0x01 || tag == 0x20 || tag == (has_mask ? 0x10 : 0x04)) list[at + 2] &= 6;
    }
    (void)fsetxattr(file, access_list, list, (size_t)length, 0);
#else
    // A new file gets the group of its directory.
    if (place.st_gid != status.st_gid) (void)!fchown(file, (uid_t)-1, place.st_gid);
#endif
}

void csystem_share_directory(int parent, const char *name) {
    struct stat place, status;
    if (fstat(parent, &place) != 0 || fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (!S_ISDIR(status.st_mode) || status.st_uid != geteuid()) return;
    mode_t mode = (place.st_mode & 01777) | (status.st_mode & S_ISGID);
    if ((status.st_mode & 07777) != mode) (void)fchmodat(parent, name, mode, 0);
}

int csystem_birth_time(int directory, const char *name, long long *seconds) {
#if defined(__linux__) && defined(STATX_BTIME)
    struct statx status;
    if (statx(directory, name, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &status) != 0) return -1;
    if (!(status.stx_mask & STATX_BTIME)) return -1;
    *seconds = status.stx_btime.tv_sec;
    return 0;
#elif defined(__APPLE__)
    return apple_birth_time(directory, name, seconds);
#else
    return -1;
#endif
}

struct thread_call {
    void (*body)(void *);
    void *context;
};

static void *run_thread(void *pointer) {
    struct thread_call call = *(struct thread_call *)pointer;
    free(pointer);
    call.body(call.context);
    return NULL;
}

int csystem_start_thread(void (*body)(void *), void *context) {
    struct thread_call *call = malloc(sizeof *call);
    if (!call) return ENOMEM;
    *call = (struct thread_call){body, context};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, run_thread, call);
    pthread_attr_destroy(&attributes);
    if (error != 0) free(call);
    return error;
}

// Other threads read it, too, which sig_atomic_t does not allow. A lock-free atomic is also valid in a handler (C17, 7.14.1.1).
static atomic_int interruption;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler cannot wait for a lock");

static void remember(int signal_number) { atomic_store(&interruption, signal_number); }

static const int interruptions[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

void csystem_catch_interruptions(void) {
    for (size_t index = 0; index < sizeof interruptions / sizeof *interruptions; index++) {
        struct sigaction old;
        // Keep ignoring signals that nohup(1), or a shell for a background job, set to be ignored; and leave those alone that
        // somebody else handles, as while keys are read.
        if (sigaction(interruptions[index], NULL, &old) != 0 || old.sa_handler != SIG_DFL) continue;
        // No SA_RESTART, so that the signal ends a waiting read.
        struct sigaction action = {0};
        action.sa_handler = remember;
        action.sa_flags = SA_RESETHAND;
        sigemptyset(&action.sa_mask);
        sigaction(interruptions[index], &action, NULL);
    }
}

void csystem_release_interruptions(void) {
    for (size_t index = 0; index < sizeof interruptions / sizeof *interruptions; index++) {
        struct sigaction old;
        if (sigaction(interruptions[index], NULL, &old) != 0 || old.sa_handler != remember) continue;
        signal(interruptions[index], SIG_DFL);
    }
}

void csystem_record_interruption(int signal_number) { remember(signal_number); }

int csystem_interruption(void) { return atomic_load(&interruption); }

int csystem_processors(void) {
#ifdef __linux__
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors) == 0) return CPU_COUNT(&processors);
#endif
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

