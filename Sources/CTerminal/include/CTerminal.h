#ifndef CTERMINAL_H
#define CTERMINAL_H

// The terminal, signals and other programs, for the command line: calls that Swift does not import.

#include <sys/types.h>

#define CTERMINAL_STILL_RUNNING 65536

/// Runs `sh -c 'COMMAND "$@"' sh WORDS…` in the foreground of the terminal and waits for it, calling `tick` at intervals of
/// some milliseconds. Returns its exit status, 128 plus the signal that ended it, or -1 with errno. (Foundation's Process
/// would put it into the background.) If an interruption is deferred meanwhile, passes the signal on to the program, and
/// returns CTERMINAL_STILL_RUNNING if the program does not end within two seconds.
int cterminal_run_in_foreground(const char *command, const char *const *words, int milliseconds, void (*tick)(void *),
                              void *context);

/// Starts a program, found in the search path, in a directory and without standard input. Returns its process, or -1 with
/// errno. Its output arrives in two pipes, which the caller closes. The words end with NULL; before the program, `-u NAME`
/// and `NAME=VALUE` change its environment, as env(1) does.
pid_t cterminal_start(const char *const *words, const char *directory, int *output, int *errors);

/// The variables of the process, as `NAME=VALUE`, and NULL.
const char *const *cterminal_environment(void);

/// Waits for a process. Returns its exit status, 128 plus the signal that ended it, or -1 with errno.
int cterminal_wait(pid_t process);

/// Prepares the heap: memory that is freed is kept for later, up to 32 MB, and the first 15 MB are in large pages where the
/// system has them. With glibc only, and only where the process may use as many addresses as it likes.
void cterminal_prepare_heap(void);

/// The width of a terminal in columns; 0 if the descriptor is not a terminal.
int cterminal_width(int descriptor);

/// Defers Ctrl-C and termination signals until cterminal_end_deferring. Only one thread at a time may do this.
void cterminal_defer_interruptions(void);

/// The deferred signal, or 0.
int cterminal_deferred_interruption(void);

/// Ends the deferring of signals, and records a deferred one for csystem_interruption.
void cterminal_end_deferring(void);

/// Ends the process by a signal.
void cterminal_end_by(int signal_number);

/// Asks for a line on the terminal of the process, without showing what is typed. Returns its length without the line end,
/// or -1 with errno.
ssize_t cterminal_ask_secret(const char *prompt, unsigned char *line, size_t size);

/// Opens the terminal of the process to read it key by key. The terminal neither shows nor interprets keys. Returns its
/// descriptor, or -1 with errno. Only one can be open at a time.
int cterminal_open_keys(void);

/// Closes the terminal and restores its settings.
void cterminal_close_keys(int terminal);

/// Restores the terminal and stops the process as Ctrl-Z does. When the process continues, it reads keys as before.
void cterminal_suspend_keys(int terminal);

/// Writes these bytes, at most 64, to the terminal when it is closed, or when anything ends or stops the process before that.
void cterminal_end_keys_with(const unsigned char *bytes, size_t count);

/// Whether another process asked this one to stop (SIGTSTP) since the last call.
int cterminal_keys_stop(void);

/// Whether the process was continued since the last call. If so, it reads keys as before.
int cterminal_keys_continued(int terminal);

/// The height of a terminal in lines; 0 if the descriptor is not a terminal.
int cterminal_height(int descriptor);

/// Watches which files of a directory are opened, by any process. Returns a descriptor that the caller closes, or -1 with
/// errno, as on systems that do not tell.
int cterminal_watch_opening(const char *directory);

/// Whether a file was opened since the last call.
int cterminal_was_opened(int watch);

/// Makes writing to a closed pipe, or beyond the limit on file sizes, an error instead of the end of the process.
void cterminal_ignore_closed_pipes(void);

/// Ends the process with a status.
_Noreturn void cterminal_exit(int status);

/// From now on, a process that runs out of memory or hits a bug says so on standard error and ends with this status,
/// as it also does when a library ends it. Whatever ends the process otherwise must call cterminal_exit.
void cterminal_explain_breakdowns(const char *tool, int status);

#endif
