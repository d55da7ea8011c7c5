#ifndef CSYSTEM_H
#define CSYSTEM_H

// System calls that Swift does not import: variadic ones, those behind feature macros, and names that clash.

#include <sys/types.h>

/// openat(2).
int csystem_openat(int directory, const char *name, int flags, mode_t mode);

/// Opens what is at a path below a directory in one call, without following any link on the way; -1 also where the system
/// cannot do that.
int csystem_open_beneath(int directory, const char *path, int flags);

/// flock(2) without waiting: 0, or -1 with errno EWOULDBLOCK while another process holds the lock.
int csystem_lock(int descriptor, int exclusive);

/// Releases flock(2).
int csystem_unlock(int descriptor);

/// A number that the calling thread has, and no other that runs.
unsigned long csystem_thread(void);

/// fsync(2), which on macOS also asks the drive to write its cache (F_FULLFSYNC).
int csystem_sync(int descriptor);

/// Synchronises the whole file system of a descriptor: syncfs(2), or sync(2) where that is missing.
int csystem_sync_filesystem(int descriptor);

/// Keeps room on the disk behind the end of a file, whose size stays, where that can be done.
void csystem_reserve(int file, long long bytes);

/// Gives back what csystem_reserve kept; size and content of the file stay.
void csystem_release_reserve(int file);

/// How many bytes can still be written on the disk that a descriptor is on; the highest number if nobody knows.
long long csystem_room(int descriptor);

/// Renames without replacing: -1 with errno EEXIST if the new name is taken.
int csystem_rename_exclusively(int old_directory, const char *old_name, int new_directory, const char *new_name);

/// Gives two names each other's files or directories in one step: -1 with errno ENOSYS where the system cannot.
int csystem_exchange(int one_directory, const char *one_name, int other_directory, const char *other_name);

/// The seconds and nanoseconds since 1970 at which a file was born; -1 where the system does not know.
int csystem_birth_time(int directory, const char *name, long long *seconds);

#define CSYSTEM_STILL_RUNNING 65536

/// Runs `sh -c 'COMMAND "$@"' sh WORDS…` in the foreground of the terminal and waits for it, with a call of `tick` every so
/// many milliseconds: its exit status, 128 and the signal if one ended it, or -1 with errno. (Foundation's Process puts it
/// into the background.) If an interruption is deferred meanwhile, the program gets the same signal, and CSYSTEM_STILL_RUNNING
/// is the result if it has not ended two seconds later.
int csystem_run_in_foreground(const char *command, const char *const *words, int milliseconds, void (*tick)(void *),
                              void *context);

/// Starts a program, found by the search path, in a directory, without standard input: its process, or -1 with errno. What it
/// writes is read from two pipes, which the caller closes. The words end with NULL.
pid_t csystem_start(const char *const *words, const char *directory, int *output, int *errors);

/// Waits for a process: its exit status, 128 and the signal if one ended it, or -1 with errno.
int csystem_wait(pid_t process);
/// Starts a thread that runs a function and ends: 0, or the reason why there can be none.
int csystem_start_thread(void (*body)(void *context), void *context);

/// The width in columns of the terminal that a descriptor is, or 0.
int csystem_terminal_width(int descriptor);

/// From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT are only remembered, the first of them; a second one ends the process.
void csystem_catch_interruptions(void);

/// The signal that was remembered, or 0.
int csystem_interruption(void);

/// Makes Ctrl-C and termination signals wait until csystem_end_deferring; in one thread at a time.
void csystem_defer_interruptions(void);

/// The signal that waits, or 0.
int csystem_deferred_interruption(void);

/// Lets signals end the process again; one that waits is remembered.
void csystem_end_deferring(void);

/// Ends the process by a signal.
void csystem_end_by(int signal_number);

/// Asks on the terminal of the process for a line, without showing what is typed: its length without the line's end, or -1
/// with errno.
ssize_t csystem_ask_secret(const char *prompt, unsigned char *line, size_t size);

/// Opens the terminal of the process to read it key by key, none of which it shows or takes for itself: its descriptor, or -1
/// with errno. There can be one at a time.
int csystem_open_keys(void);

/// Closes it, so that the terminal is as it was.
void csystem_close_keys(int terminal);

/// Restores the terminal and stops the process as Ctrl-Z does; when it is continued, keys are read as before.
void csystem_suspend_keys(int terminal);

/// Has these bytes, at most 64, written to the terminal whatever ends or stops the process, until the terminal is closed.
void csystem_end_keys_with(const unsigned char *bytes, size_t count);

/// Whether another process asked this one to stop (SIGTSTP) since the last call.
int csystem_keys_stop(void);

/// Whether the process was continued since the last call; if so, keys are read as before.
int csystem_keys_continued(int terminal);

/// The height of the terminal that a descriptor is in lines, or 0.
int csystem_terminal_height(int descriptor);

/// Writing to a closed pipe is to be an error, not the end of the process.
void csystem_ignore_closed_pipes(void);

/// From now on a process that finds no memory, or a defect in itself, says so on standard error and ends with this status.
void csystem_explain_breakdowns(const char *tool, int status);

/// How many processors this process may use.
int csystem_processors(void);

#endif
