#ifndef CSYSTEM_H
#define CSYSTEM_H

// System calls that Swift does not import: variadic ones, those behind feature macros, and those with clashing names.

#include <sys/types.h>

/// openat(2).
int csystem_openat(int directory, const char *name, int flags, mode_t mode);

/// Opens a path below a directory in one call, without following any link on the way; -1 also if the system does not
/// support that.
int csystem_open_beneath(int directory, const char *path, int flags);

/// Makes a file without a name in a folder, which disappears when it is closed. Returns its descriptor, or -1 with errno.
int csystem_unnamed_file(const char *folder);

/// flock(2) without waiting: 0, or -1 with errno EWOULDBLOCK while another process holds the lock.
int csystem_lock(int descriptor, int exclusive);

/// Releases flock(2).
int csystem_unlock(int descriptor);

/// A number that identifies the calling thread among the running threads.
unsigned long csystem_thread(void);

/// fsync(2), which on macOS also asks the drive to write its cache (F_FULLFSYNC).
int csystem_sync(int descriptor);

/// Has the disk begin with what is written, so that less is left when the file is synchronised: call it after each write of
/// `written` bytes. It begins once for each megabyte; for pipes, small pieces and on macOS it does nothing.
void csystem_begin_sync(int file, unsigned long long written);

/// Synchronises the whole file system of a descriptor: syncfs(2), or sync(2) where that is missing.
int csystem_sync_filesystem(int descriptor);

/// Reserves room on the disk after the end of a file if the system supports it. The size of the file does not change.
void csystem_reserve(int file, long long bytes);

/// Releases the room that csystem_reserve reserved. Size and content of the file do not change.
void csystem_release_reserve(int file);

/// The number of free bytes on the disk of a descriptor; the largest number if unknown.
long long csystem_room(int descriptor);

/// Renames without replacing: -1 with errno EEXIST if the new name is taken.
int csystem_rename_exclusively(int old_directory, const char *old_name, int new_directory, const char *new_name);

/// Exchanges the files or directories of two names in one step: -1 with errno ENOSYS if the system does not support it.
int csystem_exchange(int one_directory, const char *one_name, int other_directory, const char *other_name);

/// What decides whether a name in a directory can be changed.
struct csystem_look {
    /// The permissions, with the sticky bit.
    unsigned mode;
    unsigned owner;
    unsigned group;
    /// The file system, and how it is mounted: names can only move within both.
    unsigned long long device;
    unsigned long long mount;
    /// Whether the file or directory is immutable, or may only grow.
    int is_fixed;
};

/// Looks at a name in a directory, or at the directory itself if the name is empty: 0, or -1 with errno.
int csystem_look(int directory, const char *name, struct csystem_look *look);

/// Whether this process may make and remove names in a directory: 0, or the error that it would get.
int csystem_may_change_names(int directory);

/// Whether this process may act as the owner of any file.
int csystem_acts_as_any_owner(void);

/// Whether a file system belongs to another computer or program, so that only trying shows what it permits.
int csystem_is_remote(int directory);

/// Gives a file or directory the owner, group, permissions and extended attributes of another one, as far as the system permits. A file with
/// several names stays as it is.
void csystem_copy_attributes(int source, int target);

/// Whether new files get the same group and access list in two directories.
int csystem_is_alike(int one, int other);

/// Gives a file that was made in another directory the group and access list that it would have got in this directory.
void csystem_follow_directory(int directory, int file);

/// Gives a directory the permissions of the one that it is in.
void csystem_share_directory(int parent, const char *name);

/// When a file was created, in seconds and nanoseconds since 1970; -1 if the system does not know.
int csystem_birth_time(int directory, const char *name, long long *seconds);

/// Starts a thread that runs a function and ends. Returns 0, or the error that prevented it.
int csystem_start_thread(void (*body)(void *context), void *context);

/// From now on, a first SIGINT, SIGTERM, SIGHUP or SIGQUIT is only recorded. The same signal again ends the process.
void csystem_catch_interruptions(void);

/// From now on, these signals end the process again; one that was recorded stays recorded.
void csystem_release_interruptions(void);

/// Records a signal.
void csystem_record_interruption(int signal_number);

/// The recorded signal, or 0.
int csystem_interruption(void);

/// How many processors this process may use.
int csystem_processors(void);

#endif
