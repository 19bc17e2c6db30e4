/* A disk for PostgreSQL that remembers which writes were synced: loaded before libc (LD_PRELOAD).

   Every call that changes a file below CROUPIER_DISK_ROOT is carried out and appended to CROUPIER_DISK_JOURNAL,
   one at a time, whichever process makes it. A sync is only appended: the machine under it loses no power. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct __attribute__((packed)) head {
    char kind;
    uint16_t path, other;
    int64_t at;
    uint32_t size;
};

static int journal = -1;
static const char *root;
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_pwritev)(int, const struct iovec *, int, off_t);

static void *usual(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
    root = getenv("CROUPIER_DISK_ROOT");
    if (root) root = strdup(root); /* PostgreSQL shows its titles in the environment's memory */
    real_write = usual("write");
    real_pwrite = usual("pwrite");
    real_pwritev = usual("pwritev");
    const char *name = getenv("CROUPIER_DISK_JOURNAL");
    int (*real_open)(const char *, int, ...) = usual("open");
    if (root && name) journal = real_open(name, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (journal < 0) abort();
}

static void lock(int how) {
    struct flock whole = {.l_type = how, .l_whence = SEEK_SET};
    while (fcntl(journal, F_SETLKW, &whole) != 0) {}
}

/* Whether a path is on the disk; it becomes relative to the root. PostgreSQL works in its data directory. */
static int on_disk(const char *path, char *found) {
    size_t length = strlen(root);
    if (path[0] != '/') return snprintf(found, 4096, "%s", path) > 0;
    if (strncmp(path, root, length) != 0 || path[length] != '/') return 0;
    return snprintf(found, 4096, "%s", path + length + 1) > 0;
}

static int path_of(int file, char *found) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0 || path[0] != '/') return 0;
    path[length] = 0;
    return on_disk(path, found);
}

static void append(char kind, const char *path, const char *other, int64_t at, const struct iovec *data, int count,
                   size_t size) {
    struct head head = {kind, strlen(path), strlen(other), at, size};
    struct iovec parts[64] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)other, head.other}};
    int used = 3;
    for (int each = 0; each < count && size > 0; each++) {
        size_t take = data[each].iov_len < size ? data[each].iov_len : size;
        parts[used++] = (struct iovec){data[each].iov_base, take};
        size -= take;
    }
    size_t whole = sizeof head + head.path + head.other + head.size;
    if (writev(journal, parts, used) != (ssize_t)whole) abort();
}

static void note(char kind, const char *path, const char *other, int64_t at) { append(kind, path, other, at, 0, 0, 0); }

ssize_t pwritev(int file, const struct iovec *data, int count, off_t at) {
    char path[4096];
    if (count > 60) abort();
    if (!path_of(file, path)) return real_pwritev(file, data, count, at);
    lock(F_WRLCK);
    ssize_t written = real_pwritev(file, data, count, at);
    if (written > 0) append('W', path, "", at, data, count, written);
    lock(F_UNLCK);
    return written;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
    struct iovec one = {(void *)data, size};
    char path[4096];
    if (!path_of(file, path)) return real_pwrite(file, data, size, at);
    return pwritev(file, &one, 1, at);
}

ssize_t write(int file, const void *data, size_t size) {
    char path[4096];
    struct iovec one = {(void *)data, size};
    if (!path_of(file, path)) return real_write(file, data, size);
    lock(F_WRLCK);
    ssize_t written = real_write(file, data, size);
    if (written > 0) append('W', path, "", lseek(file, 0, SEEK_CUR) - written, &one, 1, written);
    lock(F_UNLCK);
    return written;
}

static int synced(int file) {
    char path[4096];
    if (!path_of(file, path)) return 0;
    lock(F_WRLCK);
    note('S', path, "", 0);
    lock(F_UNLCK);
    return 0;
}

int fsync(int file) { return synced(file); }
int fdatasync(int file) { return synced(file); }
int sync_file_range(int file, off64_t at, off64_t size, unsigned how) { return 0; /* a hint: nothing is durable */ }

int ftruncate(int file, off_t size) {
    int (*call)(int, off_t) = usual("ftruncate");
    char path[4096];
    if (!path_of(file, path)) return call(file, size);
    lock(F_WRLCK);
    int failed = call(file, size);
    if (!failed) note('T', path, "", size);
    lock(F_UNLCK);
    return failed;
}

int truncate(const char *name, off_t size) {
    int (*call)(const char *, off_t) = usual("truncate");
    char path[4096];
    if (!on_disk(name, path)) return call(name, size);
    lock(F_WRLCK);
    int failed = call(name, size);
    if (!failed) note('T', path, "", size);
    lock(F_UNLCK);
    return failed;
}

int posix_fallocate(int file, off_t at, off_t size) {
    int (*call)(int, off_t, off_t) = usual("posix_fallocate");
    char path[4096];
    if (!path_of(file, path)) return call(file, at, size);
    lock(F_WRLCK);
    int failed = call(file, at, size);
    if (!failed) note('A', path, "", at + size);
    lock(F_UNLCK);
    return failed;
}

int open(const char *name, int flags, ...) {
    int (*call)(const char *, int, ...) = usual("open");
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    char path[4096];
    if (!(flags & O_TRUNC) || !on_disk(name, path)) return call(name, flags, mode);
    lock(F_WRLCK);
    int file = call(name, flags, mode);
    if (file >= 0) note('T', path, "", 0);
    lock(F_UNLCK);
    return file;
}

int rename(const char *from, const char *to) {
    int (*call)(const char *, const char *) = usual("rename");
    char path[4096], other[4096];
    if (!on_disk(from, path) || !on_disk(to, other)) return call(from, to);
    lock(F_WRLCK);
    int failed = call(from, to);
    if (!failed) note('R', path, other, 0);
    lock(F_UNLCK);
    return failed;
}

int unlink(const char *name) {
    int (*call)(const char *) = usual("unlink");
    char path[4096];
    if (!on_disk(name, path)) return call(name);
    lock(F_WRLCK);
    int failed = call(name);
    if (!failed) note('U', path, "", 0);
    lock(F_UNLCK);
    return failed;
}
