/* Runs a program as if its disk could do less, such as one on a stick or a network: no locks, no synchronisation of directories,
   no modes, no exchange of names, and no exclusive renames. It stands between program and kernel, since the tool may have no
   library that another could replace. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define IF(call, result) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), BPF_STMT(BPF_RET | BPF_K, (result))
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))

static struct sock_filter rules[] = {
    LOAD(nr),
    IF(SYS_flock, SECCOMP_RET_ERRNO | ENOLCK),
    IF(SYS_fchmod, SECCOMP_RET_ERRNO | EPERM),
    IF(SYS_linkat, SECCOMP_RET_ERRNO | EPERM),
    IF(SYS_fsync, SECCOMP_RET_USER_NOTIF),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat2, 0, 4),
    LOAD(args[4]),
    IF(0, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

/* Lets a call of fsync go on, unless it is for a directory. */
static void answer(int listener) {
    struct seccomp_notif call;
    memset(&call, 0, sizeof call);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) return;
    struct seccomp_notif_resp response = {.id = call.id};
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)call.pid, (int)call.data.args[0]);
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        response.error = -EINVAL;
    } else {
        response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

int main(int count, char **words) {
    struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
    if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 125;
    int listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    if (listener < 0) {
        perror("medium: seccomp");
        return 125;
    }
    pid_t child = fork();
    if (child == 0) {
        execvp(words[1], words + 1);
        _exit(127);
    }
    struct pollfd polled[] = {{listener, POLLIN, 0}, {syscall(SYS_pidfd_open, child, 0), POLLIN, 0}};
    while (polled[1].revents == 0) {
        if (poll(polled, 2, -1) > 0 && polled[0].revents & POLLIN) answer(listener);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}
