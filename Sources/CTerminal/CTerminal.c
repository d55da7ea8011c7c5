#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CTerminal.h"

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/inotify.h>
#endif

#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifdef __APPLE__
// macOS libraries have no environ. No compiler has seen this: docs/Contributing.md, “Untried on macOS and iOS”.
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

void cterminal_prepare_heap(void) {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
    // Where addresses are few, they are needed for other things.
    struct rlimit limit;
    for (int kind = 0; kind < 2; kind++) {
        if (getrlimit(kind == 0 ? RLIMIT_AS : RLIMIT_DATA, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return;
    }
    // A list of 10,000 notes would give back and ask for its memory hundreds of times, and touch thousands of pages.
    const size_t large_page = 2 << 20, room = 15 << 20;
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
    mallopt(M_TOP_PAD, 8 << 20);
    // Only addresses: no memory is taken before something is written there.
    void *heap = malloc(room);
    if (!heap) return;
    const uintptr_t start = ((uintptr_t)heap + large_page - 1) / large_page * large_page;
    const uintptr_t end = ((uintptr_t)heap + room) / large_page * large_page;
    madvise((void *)start, end - start, MADV_HUGEPAGE);
    free(heap);
#endif
}

int cterminal_width(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int cterminal_height(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

int cterminal_watch_opening(const char *directory) {
#ifdef __linux__
    int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (watch < 0 || inotify_add_watch(watch, directory, IN_OPEN) >= 0) return watch;
    int code = errno;
    close(watch);
    errno = code;
#else
    (void)directory;
    errno = ENOTSUP;
#endif
    return -1;
}

int cterminal_was_opened(int watch) {
    char events[4096];
    int was_opened = 0;
    while (read(watch, events, sizeof events) > 0) was_opened = 1;
    return was_opened;
}

static struct {
    char tool[64];
    int status;
} breakdown;

static void say(const char *text) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

static struct termios keys_before;
static int keys_terminal = -1;
static char keys_end[64];
static volatile sig_atomic_t keys_end_length = 0;

/// Restores the terminal if it is read key by key. Uses only system calls.
static void restore_keys(void) {
    if (keys_terminal < 0) return;
    if (keys_end_length > 0) {
        ssize_t ignored = write(keys_terminal, keys_end, (size_t)keys_end_length);
        (void)ignored;
    }
    tcsetattr(keys_terminal, TCSANOW, &keys_before);
}

/// Reports a breakdown: Swift stops the process if it runs out of memory. A handler may use only system calls (POSIX.1-2024, 2.4.3).
static void explain(int signal_number) {
    (void)signal_number;
    // Several threads can get here; the first one ends the process.
    static atomic_flag begun = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set(&begun)) pause();
    restore_keys();
    const size_t some = 16 << 20;
    void *memory = mmap(NULL, some, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    say(breakdown.tool);
    if (memory == MAP_FAILED)
        say(": out of memory\nhint: give the process more memory (ulimit -v), or process fewer notebooks at once\n");
    else
        say(": stopped: not enough memory, or a bug in the tool\nhint: give the process more memory, or report the bug with the output above\n");
    _exit(breakdown.status);
}

static atomic_bool is_ending_by_itself;

/// libarchive ends the process where its memory ends, with the status of a finding.
static void fail_instead(void) {
    if (atomic_load(&is_ending_by_itself)) return;
    restore_keys();
    _exit(breakdown.status);
}

void cterminal_exit(int status) {
    atomic_store(&is_ending_by_itself, true);
    exit(status);
}

void cterminal_explain_breakdowns(const char *tool, int status) {
    atexit(fail_instead);
    strncpy(breakdown.tool, tool, sizeof breakdown.tool - 1);
    breakdown.status = status;
    // Developers who debug want Swift's own handlers.
    if (getenv("SWIFT_BACKTRACE")) return;
    // The handler needs a separate stack in case the stack cannot grow.
    static char place[1 << 16];
    const stack_t stack = {.ss_sp = place, .ss_size = sizeof place};
    sigaltstack(&stack, NULL);
    const int signals[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
        struct sigaction action = {0};
        action.sa_handler = explain;
        action.sa_flags = SA_ONSTACK;
        // If the handler itself raises a blocked signal, the process ends.
        sigfillset(&action.sa_mask);
        sigaction(signals[index], &action, NULL);
    }
}

// A signal that arrived while interruptions were deferred.
static atomic_int deferred_interruption;
static struct sigaction before_deferring[4];
static const int deferred_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void defer(int signal_number) { atomic_store(&deferred_interruption, signal_number); }

void cterminal_defer_interruptions(void) {
    for (size_t index = 0; index < sizeof deferred_signals / sizeof *deferred_signals; index++) {
        struct sigaction *old = &before_deferring[index];
        if (sigaction(deferred_signals[index], NULL, old) != 0 || old->sa_handler == SIG_IGN) continue;
        struct sigaction action = {0};
        action.sa_handler = defer;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        sigaction(deferred_signals[index], &action, NULL);
    }
}

int cterminal_deferred_interruption(void) { return atomic_load(&deferred_interruption); }

void cterminal_end_deferring(void) {
    for (size_t index = 0; index < sizeof deferred_signals / sizeof *deferred_signals; index++) {
        sigaction(deferred_signals[index], &before_deferring[index], NULL);
    }
    int signal_number = atomic_exchange(&deferred_interruption, 0);
    if (signal_number) csystem_record_interruption(signal_number);
}

void cterminal_end_by(int signal_number) {
    // The parent process may have blocked the signal.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, signal_number);
    signal(signal_number, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    raise(signal_number);
}

static volatile sig_atomic_t asking_signal;

static void stop_asking(int signal_number) { asking_signal = signal_number; }

ssize_t cterminal_ask_secret(const char *prompt, unsigned char *line, size_t size) {
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0) return -1;
    struct termios shown;
    if (tcgetattr(terminal, &shown) != 0) {
        close(terminal);
        return -1;
    }
    // Turns the echo of the terminal on again, whatever ends the process meanwhile.
    const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
    enum { count = sizeof signals / sizeof *signals };
    struct sigaction old[count], action = {0};
    action.sa_handler = stop_asking;
    sigemptyset(&action.sa_mask);
    asking_signal = 0;
    for (int index = 0; index < count; index++) sigaction(signals[index], &action, &old[index]);
    struct termios hidden = shown;
    hidden.c_lflag &= ~(tcflag_t)ECHO;
    hidden.c_lflag |= ECHONL;
    tcsetattr(terminal, TCSAFLUSH, &hidden);

    ssize_t length = 0, result = write(terminal, prompt, strlen(prompt));
    while (result >= 0 && !asking_signal) {
        unsigned char byte;
        result = read(terminal, &byte, 1);
        if (result < 0 && errno == EINTR && !asking_signal) {
            result = 0;
            continue;
        }
        if (result <= 0 || byte == '\n') break;
        if ((size_t)length < size) line[length++] = byte;
    }
    int error = asking_signal ? EINTR : errno;
    tcsetattr(terminal, TCSAFLUSH, &shown);
    for (int index = 0; index < count; index++) sigaction(signals[index], &old[index], NULL);
    close(terminal);
    if (asking_signal) raise(asking_signal);
    errno = error;
    return result < 0 || asking_signal ? -1 : length;
}

/// Restores the terminal before a signal ends the process. A handler may use only system calls (POSIX.1-2024, 2.4.3).
static void stop_keys(int signal_number) {
    restore_keys();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static volatile sig_atomic_t keys_stop = 0, keys_continued = 0;

static void note_stop(int signal_number) {
    (void)signal_number;
    keys_stop = 1;
}

static void note_continued(int signal_number) {
    (void)signal_number;
    keys_continued = 1;
}

static const struct {
    int number;
    void (*handler)(int);
} keys_signals[] = {{SIGINT, stop_keys},  {SIGTERM, stop_keys}, {SIGHUP, stop_keys},
                    {SIGQUIT, stop_keys}, {SIGTSTP, note_stop}, {SIGCONT, note_continued}};
enum { keys_signals_count = sizeof keys_signals / sizeof *keys_signals };
static struct sigaction keys_old[keys_signals_count];

static void read_by_key(int terminal) {
    struct termios keys = keys_before;
    keys.c_lflag &= ~(tcflag_t)(ECHO | ICANON | ISIG | IEXTEN);
    keys.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    tcsetattr(terminal, TCSADRAIN, &keys);
}

int cterminal_open_keys(void) {
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0) return -1;
    if (tcgetattr(terminal, &keys_before) != 0) {
        close(terminal);
        return -1;
    }
    keys_end_length = 0;
    keys_stop = keys_continued = 0;
    keys_terminal = terminal;
    for (int index = 0; index < keys_signals_count; index++) {
        struct sigaction action = {0};
        action.sa_handler = keys_signals[index].handler;
        sigemptyset(&action.sa_mask);
        sigaction(keys_signals[index].number, &action, &keys_old[index]);
    }
    read_by_key(terminal);
    return terminal;
}

void cterminal_close_keys(int terminal) {
    restore_keys();
    keys_end_length = 0;
    keys_terminal = -1;
    for (int index = 0; index < keys_signals_count; index++)
        sigaction(keys_signals[index].number, &keys_old[index], NULL);
    close(terminal);
}

void cterminal_end_keys_with(const unsigned char *bytes, size_t count) {
    keys_end_length = 0;
    if (count > sizeof keys_end) return;
    memcpy(keys_end, bytes, count);
    keys_end_length = (sig_atomic_t)count;
}

void cterminal_suspend_keys(int terminal) {
    restore_keys();
    struct sigaction usual = {0}, old;
    usual.sa_handler = SIG_DFL;
    sigemptyset(&usual.sa_mask);
    sigaction(SIGTSTP, &usual, &old);
    // As the terminal does for Ctrl-Z. The process resumes here when the shell continues it.
    kill(0, SIGTSTP);
    sigaction(SIGTSTP, &old, NULL);
    read_by_key(terminal);
    keys_continued = 0;
}

int cterminal_keys_stop(void) {
    const int was = keys_stop;
    keys_stop = 0;
    return was;
}

int cterminal_keys_continued(int terminal) {
    const int was = keys_continued;
    keys_continued = 0;
    // The shell has changed the settings of the terminal.
    if (was) read_by_key(terminal);
    return was;
}

void cterminal_ignore_closed_pipes(void) {
    signal(SIGPIPE, SIG_IGN);
    // Writing beyond the limit on file sizes fails, too, instead of ending the process.
    signal(SIGXFSZ, SIG_IGN);
}

int cterminal_run_in_foreground(const char *command, const char *const *words, int milliseconds, void (*tick)(void *),
                              void *context) {
    size_t count = 0, length = strlen(command);
    while (words[count]) count++;
    const char **arguments = calloc(count + 5, sizeof *arguments);
    char *script = malloc(sizeof "exec " + length + sizeof " \"$@\"");
    // Its other end closes when the program ends, which ends a wait at once.
    int ends[2] = {-1, -1};
    if (!script || !arguments || pipe(ends) != 0) {
        free(script);
        free(arguments);
        return -1;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    // A plain command replaces the shell, so that signals reach it.
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._+- ";
    size_t head_length = command[strspn(command, plain)] == 0 ? sizeof "exec " - 1 : 0;
    memcpy(script, "exec ", head_length);
    memcpy(script + head_length, command, length);
    memcpy(script + head_length + length, " \"$@\"", sizeof " \"$@\"");
    const char *const head[] = {"sh", "-c", script, "sh"};
    memcpy(arguments, head, sizeof head);
    memcpy(arguments + 4, words, count * sizeof *words);

    // As in system(3), an interrupt is meant for the program in the foreground, not for this one.
    struct sigaction ignore = {0}, interrupt, quit;
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGQUIT);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t process;
    int error = posix_spawn(&process, "/bin/sh", NULL, &attributes, (char *const *)arguments, environ);
    posix_spawnattr_destroy(&attributes);
    free(script);
    free(arguments);
    close(ends[1]);

    int status = -1, pause = 1, patience = 2000 / milliseconds;
    bool has_ended = false, was_told = false;
    while (error == 0) {
        struct pollfd end = {.fd = ends[0], .events = POLLIN};
        // A program may close descriptors that it does not know. Poll for its end then, less and less often.
        bool is_closed = poll(&end, 1, milliseconds) > 0;
        if (is_closed) {
            poll(NULL, 0, pause);
            pause = pause * 2 < milliseconds ? pause * 2 : milliseconds;
        }
        pid_t ended = has_ended ? 0 : waitpid(process, &status, WNOHANG);
        if (ended == process) has_ended = true;
        if (ended < 0 && errno != EINTR) error = errno;
        int asked = cterminal_deferred_interruption();
        // The shell may end before the program that it started.
        if (has_ended && (!asked || is_closed)) break;
        if (asked) {
            // Ask the program to end, too, and give it some time.
            if (!was_told && !has_ended) kill(process, asked);
            was_told = true;
            if (patience-- <= 0) {
                close(ends[0]);
                sigaction(SIGINT, &interrupt, NULL);
                sigaction(SIGQUIT, &quit, NULL);
                return CTERMINAL_STILL_RUNNING;
            }
        } else if (pause == 1 || pause == milliseconds) {
            tick(context);
        }
    }
    close(ends[0]);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

const char *const *cterminal_environment(void) { return (const char *const *)environ; }

// Whether a variable, as it stands in an environment, has a name, which may be followed by its value.
static bool is_variable(const char *variable, const char *name) {
    const size_t length = strcspn(name, "=");
    return strncmp(variable, name, length) == 0 && variable[length] == '=';
}

// The environment with the changes that words begin with, as for env(1): `-u NAME` and `NAME=VALUE`. Words then begins with
// the program. NULL without memory; the caller frees the list, not what is in it.
static const char **changed_environment(const char *const **words) {
    const char *const *changes = *words, *const *program = changes;
    while (*program != NULL) {
        if (strcmp(*program, "-u") == 0 && program[1] != NULL) program += 2;
        else if (strchr(*program, '=') != NULL) program++;
        else break;
    }
    size_t count = (size_t)(program - changes) + 1;
    for (char **variable = environ; *variable != NULL; variable++) count++;
    const char **result = malloc(count * sizeof *result), **next = result;
    if (result == NULL) return NULL;
    for (char **variable = environ; *variable != NULL; variable++) {
        bool is_changed = false;
        for (const char *const *change = changes; change < program; change++) {
            is_changed = is_changed || is_variable(*variable, *change);
        }
        if (!is_changed) *next++ = *variable;
    }
    for (const char *const *change = changes; change < program; change++) {
        if (strchr(*change, '=') != NULL) *next++ = *change;
    }
    *next = NULL;
    *words = program;
    return result;
}

pid_t cterminal_start(const char *const *words, const char *directory, int *output, int *errors) {
    int output_pipe[2], errors_pipe[2];
    if (pipe(output_pipe) != 0) return -1;
    if (pipe(errors_pipe) != 0) {
        const int error = errno;
        close(output_pipe[0]);
        close(output_pipe[1]);
        errno = error;
        return -1;
    }
    // Other processes that start meanwhile must not keep the pipes open.
    for (int end = 0; end < 2; end++) {
        fcntl(output_pipe[end], F_SETFD, FD_CLOEXEC);
        fcntl(errors_pipe[end], F_SETFD, FD_CLOEXEC);
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output_pipe[1], 1);
    posix_spawn_file_actions_adddup2(&actions, errors_pipe[1], 2);
    posix_spawn_file_actions_addchdir_np(&actions, directory);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t process = -1;
    const char **environment = changed_environment(&words);
    int error = environment == NULL ? ENOMEM : EINVAL;
    if (environment != NULL && words[0] != NULL) {
        error = posix_spawnp(&process, words[0], &actions, &attributes, (char *const *)words, (char *const *)environment);
    }
    free(environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(output_pipe[1]);
    close(errors_pipe[1]);
    if (error != 0) {
        close(output_pipe[0]);
        close(errors_pipe[0]);
        errno = error;
        return -1;
    }
    *output = output_pipe[0];
    *errors = errors_pipe[0];
    return process;
}

int cterminal_wait(pid_t process) {
    int status;
    pid_t ended;
    do {
        ended = waitpid(process, &status, 0);
    } while (ended < 0 && errno == EINTR);
    if (ended < 0) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
