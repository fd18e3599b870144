/* Stands between a process tree and its disk: counts what is done below one folder, and at one
 * point cuts the power (kills the process group) or has the disk fail from there on.
 *
 * Loaded by LD_PRELOAD. FAULTS_FOLDER names the folder, FAULTS_CONTROL a file that every process
 * maps and `injector.py` writes: its layout is `struct control`. Calls that a library makes to the
 * kernel directly are not seen (the rename with which Tantivy replaces meta.json).
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* The order of `Operation`, `Kind` and `Mode` in injector.py. */
enum operation { READ, OPEN, CREATE, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, MKDIR, OPERATIONS };
enum kind { WAL, SHM, DB, LEXICAL, VECTORS, VIEWS, LEASE, LOG, SOURCE, OTHER, KINDS };
enum mode { COUNT, CUT, TEAR, FAIL };

struct control {
    int64_t mode, error, operation, kind, at; /* -1: any operation, any kind */
    int64_t matched, is_healed, fired;
    int64_t counts[OPERATIONS][KINDS];
};

static struct control *control;
static char folder[PATH_MAX];
static size_t folder_length;

#define REAL(name) ((__typeof__(&name))real(&real_##name, #name))
#define DECLARE(name) static void *real_##name
static void *real(void **known, const char *name) {
    if (!*known) *known = dlsym(RTLD_NEXT, name);
    return *known;
}
DECLARE(open); DECLARE(open64); DECLARE(openat); DECLARE(openat64); DECLARE(fopen); DECLARE(fopen64);
DECLARE(opendir); DECLARE(write); DECLARE(pwrite); DECLARE(pwrite64); DECLARE(writev);
DECLARE(pwritev); DECLARE(pwritev64); DECLARE(fwrite); DECLARE(fsync); DECLARE(fdatasync);
DECLARE(ftruncate); DECLARE(ftruncate64); DECLARE(rename); DECLARE(renameat); DECLARE(renameat2);
DECLARE(unlink); DECLARE(unlinkat); DECLARE(rmdir); DECLARE(mkdir); DECLARE(mkdirat);

__attribute__((constructor)) static void start(void) {
    const char *below = getenv("FAULTS_FOLDER"), *path = getenv("FAULTS_CONTROL");
    if (!below || !path || strlen(below) >= sizeof folder) return;
    int fd = REAL(open)(path, O_RDWR | O_CLOEXEC);
    if (fd < 0) return;
    void *at = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (at == MAP_FAILED) return;
    strcpy(folder, below);
    folder_length = strlen(folder);
    control = at;
}

static int is_suffix(const char *path, const char *end) {
    size_t length = strlen(path), part = strlen(end);
    return length >= part && !strcmp(path + length - part, end);
}

/* Name what a path is; -1 where it lies elsewhere. */
static int kind_of(const char *path) {
    if (strncmp(path, folder, folder_length) || (path[folder_length] && path[folder_length] != '/'))
        return -1;
    const char *rest = path + folder_length;
    if (is_suffix(rest, ".sqlite-wal")) return WAL;
    if (is_suffix(rest, ".sqlite-shm")) return SHM;
    if (strstr(rest, ".sqlite")) return DB;
    if (strstr(rest, "/lexical")) return LEXICAL;
    if (strstr(rest, "/vectors")) return VECTORS;
    if (strstr(rest, "/views")) return VIEWS;
    if (is_suffix(rest, ".lease")) return LEASE;
    if (strstr(rest, "/state")) return LOG;
    if (strstr(rest, "/notes") || strstr(rest, "/manual")) return SOURCE;
    return OTHER;
}

static void resolve(int at, const char *path, char *whole) {
    char link[64], parent[PATH_MAX];
    ssize_t length = 0;
    if (path[0] != '/') {
        if (at == AT_FDCWD) {
            length = getcwd(parent, sizeof parent) ? (ssize_t)strlen(parent) : 0;
        } else {
            snprintf(link, sizeof link, "/proc/self/fd/%d", at);
            length = readlink(link, parent, sizeof parent - 1);
        }
    }
    parent[length > 0 ? length : 0] = 0;
    if (path[0] == '/') snprintf(whole, PATH_MAX, "%s", path);
    else if (snprintf(whole, PATH_MAX, "%s/%s", parent, path) >= PATH_MAX) whole[0] = 0;
}

static void cut(void) {
    __atomic_store_n(&control->fired, 1, __ATOMIC_SEQ_CST);
    kill(0, SIGKILL);
    for (;;) pause();
}

/* What a full disk, a read-only one and lost permissions really refuse. */
static int is_refused(int operation) {
    switch (control->error) {
    case EACCES: return operation != WRITE && operation != SYNC && operation != TRUNCATE;
    case EROFS: return operation != SYNC;
    default: return operation != OPEN && operation != UNLINK;
    }
}

/* Count an operation. Returns 1 where it has to fail, errno being set, 2 where it is to be torn. */
static int meet(int operation, int kind) {
    if (!control || kind < 0) return 0;
    __atomic_add_fetch(&control->counts[operation][kind], 1, __ATOMIC_SEQ_CST);
    if (control->mode == COUNT || control->is_healed) return 0;
    int matches = (control->operation < 0 || control->operation == operation) &&
                  (control->kind < 0 || control->kind == kind);
    if (control->mode == FAIL) {
        if (operation == READ || !is_refused(operation)) return 0;
        int64_t now = matches ? __atomic_add_fetch(&control->matched, 1, __ATOMIC_SEQ_CST)
                              : __atomic_load_n(&control->matched, __ATOMIC_SEQ_CST);
        if (now < control->at) return 0;
        __atomic_add_fetch(&control->fired, 1, __ATOMIC_SEQ_CST);
        errno = (int)control->error;
        return 1;
    }
    if (!matches || __atomic_add_fetch(&control->matched, 1, __ATOMIC_SEQ_CST) != control->at)
        return 0;
    if (control->mode == TEAR && operation == WRITE) return 2;
    cut();
    return 0;
}

static int meet_path(int operation, int at, const char *path) {
    char whole[PATH_MAX];
    int before = errno;
    if (!control || !path) return 0;
    resolve(at, path, whole);
    int met = meet(operation, kind_of(whole));
    if (!met) errno = before;
    return met;
}

static int meet_descriptor(int operation, int fd) {
    char link[64], path[PATH_MAX];
    int before = errno;
    if (!control) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    int met = length > 0 ? meet(operation, kind_of(path)) : 0;
    if (!met) errno = before;
    return met;
}

static int meet_open(int at, const char *path, int flags) {
    struct stat found;
    int before = errno;
    int is_new = (flags & O_CREAT) && fstatat(at, path, &found, 0);
    errno = before;
    if (is_new) return meet_path(CREATE, at, path);
    return meet_path((flags & (O_WRONLY | O_RDWR)) ? OPEN : READ, at, path);
}

#define MODE(flags)                                     \
    mode_t mode = 0;                                    \
    if ((flags) & (O_CREAT | O_TMPFILE)) {              \
        va_list rest;                                   \
        va_start(rest, flags);                          \
        mode = (mode_t)va_arg(rest, int);               \
        va_end(rest);                                   \
    }
int open(const char *path, int flags, ...) {
    MODE(flags)
    return meet_open(AT_FDCWD, path, flags) ? -1 : REAL(open)(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    MODE(flags)
    return meet_open(AT_FDCWD, path, flags) ? -1 : REAL(open64)(path, flags, mode);
}
int openat(int at, const char *path, int flags, ...) {
    MODE(flags)
    return meet_open(at, path, flags) ? -1 : REAL(openat)(at, path, flags, mode);
}
int openat64(int at, const char *path, int flags, ...) {
    MODE(flags)
    return meet_open(at, path, flags) ? -1 : REAL(openat64)(at, path, flags, mode);
}
static int flags_of(const char *how) {
    if (how[0] == 'r') return strchr(how, '+') ? O_RDWR : O_RDONLY;
    return O_WRONLY | O_CREAT;
}
FILE *fopen(const char *path, const char *how) {
    return meet_open(AT_FDCWD, path, flags_of(how)) ? NULL : REAL(fopen)(path, how);
}
FILE *fopen64(const char *path, const char *how) {
    return meet_open(AT_FDCWD, path, flags_of(how)) ? NULL : REAL(fopen64)(path, how);
}
DIR *opendir(const char *path) {
    return meet_path(READ, AT_FDCWD, path) ? NULL : REAL(opendir)(path);
}

#define WRITING(fd, half, whole)                \
    switch (meet_descriptor(WRITE, fd)) {       \
    case 1: return -1;                          \
    case 2: (void)!(half); cut();               \
    }                                           \
    return whole;
ssize_t write(int fd, const void *from, size_t size) {
    WRITING(fd, REAL(write)(fd, from, size / 2), REAL(write)(fd, from, size))
}
ssize_t pwrite(int fd, const void *from, size_t size, off_t at) {
    WRITING(fd, REAL(pwrite)(fd, from, size / 2, at), REAL(pwrite)(fd, from, size, at))
}
ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at) {
    WRITING(fd, REAL(pwrite64)(fd, from, size / 2, at), REAL(pwrite64)(fd, from, size, at))
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
    WRITING(fd, REAL(writev)(fd, parts, (count + 1) / 2), REAL(writev)(fd, parts, count))
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
    WRITING(fd, REAL(pwritev)(fd, parts, (count + 1) / 2, at), REAL(pwritev)(fd, parts, count, at))
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
    WRITING(fd, REAL(pwritev64)(fd, parts, (count + 1) / 2, at),
            REAL(pwritev64)(fd, parts, count, at))
}
size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
    switch (meet_descriptor(WRITE, fileno(file))) {
    case 1: return 0;
    case 2:
        (void)!REAL(fwrite)(from, size, count / 2, file);
        fflush(file);
        cut();
    }
    return REAL(fwrite)(from, size, count, file);
}

int fsync(int fd) { return meet_descriptor(SYNC, fd) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return meet_descriptor(SYNC, fd) ? -1 : REAL(fdatasync)(fd); }
int ftruncate(int fd, off_t size) {
    return meet_descriptor(TRUNCATE, fd) ? -1 : REAL(ftruncate)(fd, size);
}
int ftruncate64(int fd, off64_t size) {
    return meet_descriptor(TRUNCATE, fd) ? -1 : REAL(ftruncate64)(fd, size);
}
int rename(const char *from, const char *to) {
    return meet_path(RENAME, AT_FDCWD, to) ? -1 : REAL(rename)(from, to);
}
int renameat(int from_at, const char *from, int to_at, const char *to) {
    return meet_path(RENAME, to_at, to) ? -1 : REAL(renameat)(from_at, from, to_at, to);
}
int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags) {
    return meet_path(RENAME, to_at, to) ? -1 : REAL(renameat2)(from_at, from, to_at, to, flags);
}
int unlink(const char *path) {
    return meet_path(UNLINK, AT_FDCWD, path) ? -1 : REAL(unlink)(path);
}
int unlinkat(int at, const char *path, int flags) {
    return meet_path(UNLINK, at, path) ? -1 : REAL(unlinkat)(at, path, flags);
}
int rmdir(const char *path) {
    return meet_path(UNLINK, AT_FDCWD, path) ? -1 : REAL(rmdir)(path);
}
int mkdir(const char *path, mode_t mode) {
    return meet_path(MKDIR, AT_FDCWD, path) ? -1 : REAL(mkdir)(path, mode);
}
int mkdirat(int at, const char *path, mode_t mode) {
    return meet_path(MKDIR, at, path) ? -1 : REAL(mkdirat)(at, path, mode);
}
