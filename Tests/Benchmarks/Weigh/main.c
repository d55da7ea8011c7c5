// Runs a command and writes what it took as JSON: `Weigh RESULT COMMAND…`. Seconds on the clock, seconds of processors, and
// the largest resident memory in kilobytes, of the command and what it waits for.
//
// A process of its own does this because a child begins with the memory of its parent as its largest: Python's would hide
// that of small programs.

#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "usage: Weigh RESULT COMMAND…\n");
        return 64;
    }
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    const pid_t child = fork();
    if (child == 0) {
        execvp(words[2], words + 2);
        perror(words[2]);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
        perror("wait");
        return 2;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    const double wall = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    FILE *result = fopen(words[1], "w");
    if (!result) {
        perror(words[1]);
        return 2;
    }
    fprintf(
        result, "{\"seconds\": %.6f, \"processor\": %.6f, \"peak\": %ld}\n", wall,
        seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss);
    fclose(result);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
