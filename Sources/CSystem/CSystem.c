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
#include <unistd.h>

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
#elif defined(__APPLE__) && defined(O_NOFOLLOW_ANY)
    return openat(directory, path, flags | O_CLOEXEC | O_NOFOLLOW_ANY);
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
#ifdef F_FULLFSYNC
    if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
    // File systems that do not support it still have fsync.
    if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY) return -1;
#endif
    return fsync(descriptor);
}

int csystem_sync_filesystem(int descriptor) {
#ifdef __linux__
    return syncfs(descriptor);
#elif defined(__APPLE__)
    // sync(2) does not wait on macOS.
    if (fsync_volume_np(descriptor, SYNC_VOLUME_FULLSYNC | SYNC_VOLUME_WAIT) == 0) return 0;
    // On file systems that do not support it, synchronise the file.
    if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY && errno != ENOSYS) return -1;
    sync();
    return csystem_sync(descriptor);
#else
    sync();
    return csystem_sync(descriptor);
#endif
}

void csystem_reserve(int file, long long bytes) {
    struct stat status;
    if (fstat(file, &status) != 0) return;
#if defined(__linux__)
    (void)fallocate(file, FALLOC_FL_KEEP_SIZE, status.st_size, bytes);
#elif defined(__APPLE__)
    fstore_t store = {.fst_flags = F_ALLOCATEALL, .fst_posmode = F_PEOFPOSMODE, .fst_length = bytes};
    (void)fcntl(file, F_PREALLOCATE, &store);
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
    int result = renameatx_np(old_directory, old_name, new_directory, new_name, RENAME_EXCL);
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
    result = renameatx_np(one_directory, one_name, other_directory, other_name, RENAME_SWAP);
#endif
    if (result != 0 && (errno == EINVAL || errno == ENOTSUP)) errno = ENOSYS;
    return result;
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

