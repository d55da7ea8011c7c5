// What the tool has instead of parts of libraries where it is linked with all of them (Package.swift, isStandalone).
//
// Each function replaces one that the tool never reaches, or reaches only for what is written here. Without it, the
// linker would bring formats with libraries of their own (libxml2, liblz4, libacl), or the C library would load modules of
// the system that were made for another C library.

#ifdef __linux__

#define _GNU_SOURCE
#include "CStandalone.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <grp.h>
#include <iconv.h>
#include <pwd.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// libarchive: archive_read_set_format and archive_read_append_filter choose by number, and so name every reader.

static int missing(struct archive *archive, const char *what) {
    archive_set_error(archive, EINVAL, "this tool is linked without %s", what);
    return ARCHIVE_FATAL;
}

int archive_read_support_format_by_code(struct archive *archive, int code) {
    if (code == ARCHIVE_FORMAT_RAW) { return archive_read_support_format_raw(archive); }
    return missing(archive, "this format");
}

#define WITHOUT(filter) \
    int archive_read_support_filter_##filter(struct archive *archive) { return missing(archive, #filter); }

WITHOUT(bzip2)
WITHOUT(compress)
WITHOUT(gzip)
WITHOUT(grzip)
WITHOUT(lrzip)
WITHOUT(lz4)
WITHOUT(lzop)
WITHOUT(rpm)
WITHOUT(uu)

// The zip writer takes this from the file that names every writer; we write nothing but regular files.
void __archive_write_entry_filetype_unsupported(struct archive *archive, struct archive_entry *entry, const char *format);
void __archive_write_entry_filetype_unsupported(struct archive *archive, struct archive_entry *entry, const char *format) {
    (void)entry;
    archive_set_error(archive, EINVAL, "%s: unsupported file type", format);
}

// Swift's runtime looks for its folder, in which a program that traces crashes would be. There is none beside this tool,
// and without /proc the search ends the process.

const char *swift_getRuntimeLibraryPath(void);
const char *swift_getRuntimeLibraryPath(void) { return NULL; }

const char *swift_copyAuxiliaryExecutablePath(const char *name);
const char *swift_copyAuxiliaryExecutablePath(const char *name) {
    (void)name;
    return NULL;
}

// It finds the arguments by /proc, and without it there are none. glibc hands them to what runs before main, too.

static int argument_count;
static char **arguments;

__attribute__((constructor(101))) static void keep_arguments(int count, char **words, char **environment) {
    (void)environment;
    argument_count = count;
    arguments = words;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *count);
char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
    *count = argument_count;
    return arguments;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **words, int count);
void _swift_stdlib_overrideUnsafeArgvArgc(char **words, int count) {
    argument_count = count;
    arguments = words;
}

// glibc asks the modules of the system for users and groups, and loads them even into a program without a loader, where they
// fail if they were made for another glibc. Foundation wants the names for owners of files, which the files of /etc hold.

// The statements of a function that looks for an entry, and gives 0 without one if there is none.
#define FOUND_IN(file, entry_type, next, matches)                                     \
    *result = NULL;                                                                   \
    FILE *stream = fopen(file, "rce");                                                \
    if (stream == NULL) { return errno == ENOENT ? 0 : errno; }                       \
    struct entry_type *found = NULL;                                                  \
    int status;                                                                       \
    while ((status = next(stream, entry, buffer, size, &found)) == 0) {               \
        if (matches) {                                                                \
            *result = found;                                                          \
            break;                                                                    \
        }                                                                             \
    }                                                                                 \
    fclose(stream);                                                                   \
    return status == ENOENT ? 0 : status;

int getpwuid_r(uid_t user, struct passwd *entry, char *buffer, size_t size, struct passwd **result) {
    FOUND_IN("/etc/passwd", passwd, fgetpwent_r, found->pw_uid == user)
}

int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **result) {
    FOUND_IN("/etc/passwd", passwd, fgetpwent_r, strcmp(found->pw_name, name) == 0)
}

int getgrgid_r(gid_t group, struct group *entry, char *buffer, size_t size, struct group **result) {
    FOUND_IN("/etc/group", group, fgetgrent_r, found->gr_gid == group)
}

int getgrnam_r(const char *name, struct group *entry, char *buffer, size_t size, struct group **result) {
    FOUND_IN("/etc/group", group, fgetgrent_r, strcmp(found->gr_name, name) == 0)
}

// libarchive converts names between character sets, with modules that glibc loads. The tool gives it no names, and writes
// those in archives itself.

iconv_t iconv_open(const char *to, const char *from) {
    (void)to, (void)from;
    errno = EINVAL;
    return (iconv_t)-1;
}

size_t iconv(iconv_t conversion, char **in, size_t *in_left, char **out, size_t *out_left) {
    (void)conversion, (void)in, (void)in_left, (void)out, (void)out_left;
    errno = EBADF;
    return (size_t)-1;
}

int iconv_close(iconv_t conversion) {
    (void)conversion;
    return 0;
}

#endif
