#ifndef CSYSTEM_H
#define CSYSTEM_H

// System calls that Swift does not import: variadic ones, those behind feature macros, and those with clashing names.

#include <sys/types.h>

/// openat(2).
int csystem_openat(int directory, const char *name, int flags, mode_t mode);

/// Opens a path below a directory in one call, without following any link on the way; -1 also if the system does not
/// support that.
int csystem_open_beneath(int directory, const char *path, int flags);

/// flock(2) without waiting: 0, or -1 with errno EWOULDBLOCK while another process holds the lock.
int csystem_lock(int descriptor, int exclusive);

/// Releases flock(2).
int csystem_unlock(int descriptor);

/// A number that identifies the calling thread among the running threads.
unsigned long csystem_thread(void);

/// fsync(2), which on macOS also asks the drive to write its cache (F_FULLFSYNC).
int csystem_sync(int descriptor);

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

/// When a file was created, in seconds and nanoseconds since 1970; -1 if the system does not know.
int csystem_birth_time(int directory, const char *name, long long *seconds);

#define CSYSTEM_STILL_RUNNING 65536

/// Runs `sh -c 'COMMAND "$@"' sh WORDS…` in the foreground of the terminal and waits for it, calling `tick` at intervals of
/// some milliseconds. Returns its exit status, 128 plus the signal that ended it, or -1 with errno. (Foundation's Process
/// would put it into the background.) If an interruption is deferred meanwhile, passes the signal on to the program, and
/// returns CSYSTEM_STILL_RUNNING if the program does not end within two seconds.
int csystem_run_in_foreground(const char *command, const char *const *words, int milliseconds, void (*tick)(void *),
                              void *context);

/// Starts a program, found in the search path, in a directory and without standard input. Returns its process, or -1 with
/// errno. Its output arrives in two pipes, which the caller closes. The words end with NULL.
pid_t csystem_start(const char *const *words, const char *directory, int *output, int *errors);

/// Waits for a process. Returns its exit status, 128 plus the signal that ended it, or -1 with errno.
int csystem_wait(pid_t process);
/// Starts a thread that runs a function and ends. Returns 0, or the error that prevented it.
int csystem_start_thread(void (*body)(void *context), void *context);

/// The width of a terminal in columns; 0 if the descriptor is not a terminal.
int csystem_terminal_width(int descriptor);

/// From now on, a first SIGINT, SIGTERM, SIGHUP or SIGQUIT is only recorded. The same signal again ends the process.
void csystem_catch_interruptions(void);

/// From now on, these signals end the process again; one that was recorded stays recorded.
void csystem_release_interruptions(void);

/// The recorded signal, or 0.
int csystem_interruption(void);

/// Defers Ctrl-C and termination signals until csystem_end_deferring. Only one thread at a time may do this.
void csystem_defer_interruptions(void);

/// The deferred signal, or 0.
int csystem_deferred_interruption(void);

/// Ends the deferring of signals, and records a deferred one for csystem_interruption.
void csystem_end_deferring(void);

/// Ends the process by a signal.
void csystem_end_by(int signal_number);

/// Asks for a line on the terminal of the process, without showing what is typed. Returns its length without the line end,
/// or -1 with errno.
ssize_t csystem_ask_secret(const char *prompt, unsigned char *line, size_t size);

/// Opens the terminal of the process to read it key by key. The terminal neither shows nor interprets keys. Returns its
/// descriptor, or -1 with errno. Only one can be open at a time.
int csystem_open_keys(void);

/// Closes the terminal and restores its settings.
void csystem_close_keys(int terminal);

/// Restores the terminal and stops the process as Ctrl-Z does. When the process continues, it reads keys as before.
void csystem_suspend_keys(int terminal);

/// Writes these bytes, at most 64, to the terminal when it is closed, or when anything ends or stops the process before that.
void csystem_end_keys_with(const unsigned char *bytes, size_t count);

/// Whether another process asked this one to stop (SIGTSTP) since the last call.
int csystem_keys_stop(void);

/// Whether the process was continued since the last call. If so, it reads keys as before.
int csystem_keys_continued(int terminal);

/// The height of a terminal in lines; 0 if the descriptor is not a terminal.
int csystem_terminal_height(int descriptor);

/// Makes writing to a closed pipe, or beyond the limit on file sizes, an error instead of the end of the process.
void csystem_ignore_closed_pipes(void);

/// From now on, a process that runs out of memory or hits a bug says so on standard error and ends with this status.
void csystem_explain_breakdowns(const char *tool, int status);

/// How many processors this process may use.
int csystem_processors(void);

#endif
