#ifndef CSYSTEM_APPLE_H
#define CSYSTEM_APPLE_H

// What CSystem.c calls on macOS and iOS.

#include <sys/stat.h>

/// Opens a path below a directory without following any link on the way; -1 also if the system does not support that.
int apple_open_beneath(int directory, const char *path, int flags);

/// fsync(2), which also asks the drive to write its cache if the file system supports that.
int apple_sync(int descriptor);

/// Synchronises the whole file system of a descriptor.
int apple_sync_filesystem(int descriptor);

/// Reserves room on the disk after the end of a file.
void apple_reserve(int file, long long bytes);

/// Renames without replacing: -1 with errno ENOTSUP if the file system cannot do this in one step.
int apple_rename_exclusively(int old_directory, const char *old_name, int new_directory, const char *new_name);

/// Exchanges the files or directories of two names in one step.
int apple_exchange(int one_directory, const char *one_name, int other_directory, const char *other_name);

/// Whether a file or directory is immutable, or may only grow.
int apple_is_fixed(const struct stat *status);

/// Whether a file system belongs to another computer.
int apple_is_remote(int directory);

/// Copies the extended attributes and the access list.
void apple_copy_extended(int source, int target);

/// When a file was created, in seconds since 1970; -1 if that cannot be read.
int apple_birth_time(int directory, const char *name, long long *seconds);

#endif
