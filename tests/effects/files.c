// Files by descriptor and by name, directories.
#define _GNU_SOURCE
#include "effects_cases.h"
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <mntent.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <termios.h>
#include <unistd.h>
#include <wordexp.h>

ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);
char *__getcwd_chk(char *, size_t, size_t);
char *__getwd_chk(char *, size_t);
char *__realpath_chk(const char *, char *, size_t);
ssize_t __readlink_chk(const char *, char *, size_t, size_t);
ssize_t __readlinkat_chk(int, const char *, char *, size_t, size_t);
int __poll_chk(struct pollfd *, nfds_t, int, size_t);
int __ppoll_chk(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *, size_t);
int __ttyname_r_chk(int, char *, size_t, size_t);
int __ptsname_r_chk(int, char *, size_t, size_t);
int __getlogin_r_chk(char *, size_t, size_t);
int __xstat(int, const char *, struct stat *);
int __xstat64(int, const char *, struct stat64 *);
int __lxstat(int, const char *, struct stat *);
int __lxstat64(int, const char *, struct stat64 *);
int __fxstat(int, int, struct stat *);
int __fxstat64(int, int, struct stat64 *);

static int zero(void) { return open("/dev/zero", O_RDONLY); }
static int null(void) { return open("/dev/null", O_WRONLY); }

// A file of ten bytes.
static int ten(void) {
    int file = memfd_create("ten", 0);
    pwrite(file, "0123456789", 10, 0);
    return file;
}

static struct iovec *two_buffers(size_t first, size_t second) {
    static struct iovec vector[2];
    vector[0] = (struct iovec){malloc(first), first};
    vector[1] = (struct iovec){block(second), second};
    return vector;
}

CASE(read) { read(ten(), block(10), 99); }
OURS(__read_chk) { __read_chk(ten(), block(10), 99, -1); }
CASE(pread) { pread(ten(), block(8), 99, 2); }
CASE(pread64) { pread64(ten(), block(8), 99, 2); }
OURS(__read_chk_case_room) { __read_chk(ten(), block(10), 99, 10 - over); }
OURS(__pread_chk) { __pread_chk(ten(), block(8), 99, 2, -1); }
OURS(__pread64_chk) { __pread64_chk(ten(), block(8), 99, 2, -1); }
CASE(write) { write(null(), block(10), 10); }
CASE(pwrite) { pwrite(ten(), block(10), 10, 0); }
CASE(pwrite64) { pwrite64(ten(), block(10), 10, 0); }
CASE(readv) { readv(zero(), two_buffers(4, 5), 2); }
CASE(preadv) { preadv(ten(), two_buffers(4, 6), 2, 0); }
CASE(preadv64) { preadv64(ten(), two_buffers(4, 6), 2, 0); }
CASE(preadv2) { preadv2(ten(), two_buffers(4, 6), 2, 0, 0); }
OURS(preadv64v2) { preadv64v2(ten(), two_buffers(4, 6), 2, 0, 0); }
CASE(writev_case_vector) { writev(null(), copy((struct iovec[2]){{"", 1}}, 2 * sizeof(struct iovec)), 2); }
CASE(writev) { writev(null(), two_buffers(4, 6), 2); }
CASE(pwritev) { pwritev(ten(), two_buffers(4, 6), 2, 0); }
CASE(pwritev64) { pwritev64(ten(), two_buffers(4, 6), 2, 0); }
CASE(pwritev2) { pwritev2(ten(), two_buffers(4, 6), 2, 0, 0); }
OURS(pwritev64v2) { pwritev64v2(ten(), two_buffers(4, 6), 2, 0, 0); }

CASE(process_vm_readv) {
    static char bytes[10];
    struct iovec there = {bytes, 10};
    process_vm_readv(getpid(), two_buffers(4, 6), 2, &there, 1, 0);
}

CASE(process_vm_writev) {
    static char bytes[10];
    struct iovec there = {bytes, 10};
    process_vm_writev(getpid(), two_buffers(4, 6), 2, &there, 1, 0);
}

static size_t folder(void) { return strlen(get_current_dir_name()) + 1; }

CASE(getcwd) { getcwd(block(folder()), 4096); }
OURS(__getcwd_chk) { __getcwd_chk(block(folder()), 4096, -1); }
OURS(getwd) { getwd(block(folder())); }
OURS(__getwd_chk) { __getwd_chk(block(folder()), -1); }
CASE(realpath) { realpath("/dev/../dev", block(5)); }
CASE(realpath_case_name) { realpath(text("/dev"), 0); }
OURS(__realpath_chk) { __realpath_chk("/dev/../dev", block(5), -1); }
CASE(canonicalize_file_name) { canonicalize_file_name(text("/dev")); }
CASE(readlink) { readlink("/dev/fd", block(13), 100); }
OURS(__readlink_chk) { __readlink_chk("/dev/fd", block(13), 100, -1); }
CASE(readlinkat) { readlinkat(AT_FDCWD, "/dev/fd", block(13), 100); }
OURS(__readlinkat_chk) { __readlinkat_chk(AT_FDCWD, "/dev/fd", block(13), 100, -1); }

CASE(stat) { stat("/dev", block(sizeof(struct stat))); }
OURS(stat_case_name) { stat(text("/dev"), malloc(sizeof(struct stat))); }
CASE(stat64) { stat64("/dev", block(sizeof(struct stat64))); }
CASE(lstat) { lstat("/dev", block(sizeof(struct stat))); }
CASE(lstat64) { lstat64("/dev", block(sizeof(struct stat64))); }
OURS(fstat) { fstat(0, block(sizeof(struct stat))); }
OURS(fstat64) { fstat64(0, block(sizeof(struct stat64))); }
OURS(fstatat) { fstatat(AT_FDCWD, "/dev", block(sizeof(struct stat)), 0); }
OURS(fstatat64) { fstatat64(AT_FDCWD, "/dev", block(sizeof(struct stat64)), 0); }
CASE(__xstat) { __xstat(1, "/dev", block(sizeof(struct stat))); }
CASE(__xstat64) { __xstat64(1, "/dev", block(sizeof(struct stat64))); }
CASE(__lxstat) { __lxstat(1, "/dev", block(sizeof(struct stat))); }
CASE(__lxstat64) { __lxstat64(1, "/dev", block(sizeof(struct stat64))); }
OURS(__fxstat) { __fxstat(1, 0, block(sizeof(struct stat))); }
OURS(__fxstat64) { __fxstat64(1, 0, block(sizeof(struct stat64))); }
OURS(statx) { statx(AT_FDCWD, "/dev", 0, STATX_BASIC_STATS, block(sizeof(struct statx))); }
CASE(statfs) { statfs("/dev", block(sizeof(struct statfs))); }
CASE(statfs64) { statfs64("/dev", block(sizeof(struct statfs64))); }
CASE(fstatfs) { fstatfs(0, block(sizeof(struct statfs))); }
CASE(fstatfs64) { fstatfs64(0, block(sizeof(struct statfs64))); }
CASE(statvfs) { statvfs("/dev", block(sizeof(struct statvfs))); }
CASE(statvfs64) { statvfs64("/dev", block(sizeof(struct statvfs64))); }
CASE(fstatvfs) { fstatvfs(0, block(sizeof(struct statvfs))); }
CASE(fstatvfs64) { fstatvfs64(0, block(sizeof(struct statvfs64))); }

CASE(opendir) { opendir(text("/dev")); }

CASE(readdir_r) {
    struct dirent entry;
    readdir_r(opendir("/dev"), &entry, block(sizeof(void *)));
}

CASE(readdir64_r) {
    struct dirent64 entry;
    readdir64_r(opendir("/dev"), &entry, block(sizeof(void *)));
}

CASE(scandir) { scandir("/dev", block(sizeof(void *)), 0, alphasort); }
CASE(scandir64) { scandir64("/dev", block(sizeof(void *)), 0, alphasort64); }
CASE(glob) { glob("/*", 0, 0, block(sizeof(glob_t))); }
CASE(glob64) { glob64("/*", 0, 0, block(sizeof(glob64_t))); }
CASE(wordexp) { wordexp("a b", block(sizeof(wordexp_t)), 0); }

static int with_attribute(void) {
    int file = ten();
    fsetxattr(file, "user.x", "value", 5, 0);
    return file;
}

CASE(getxattr) { getxattr(text("/dev"), "user.x", malloc(9), 9); }
CASE(lgetxattr) { lgetxattr("/dev", text("user.x"), malloc(9), 9); }
CASE(fgetxattr) { fgetxattr(with_attribute(), text("user.x"), malloc(9), 9); }
// Nothing can be there: the calls fail after the check.
#define NOWHERE "/dev/null/x"
#define TIMES copy(&(struct timeval[2]){{0, 1}}, 2 * sizeof(struct timeval))
#define PRECISE_TIMES copy(&(struct timespec[2]){{0, 1}}, 2 * sizeof(struct timespec))

OURS(setxattr) { setxattr(NOWHERE, "user.x", block(5), 5, 0); }
OURS(setxattr_case_path) { setxattr(text(NOWHERE), "user.x", 0, 0, 0); }
OURS(setxattr_case_name) { setxattr(NOWHERE, text("user.x"), 0, 0, 0); }
OURS(lsetxattr) { lsetxattr(NOWHERE, text("user.x"), "value", 5, 0); }
OURS(fsetxattr) { fsetxattr(with_attribute(), "user.x", copy("other", 5), 5, 0); }
OURS(removexattr) { removexattr(NOWHERE, text("user.x")); }
OURS(lremovexattr) { lremovexattr(text(NOWHERE), "user.x"); }
OURS(fremovexattr) { fremovexattr(with_attribute(), text("user.x")); }
OURS(utimes) { utimes(NOWHERE, TIMES); }
OURS(utimes_case_path) { utimes(text(NOWHERE), 0); }
OURS(lutimes) { lutimes(NOWHERE, TIMES); }
OURS(futimes) { futimes(ten(), TIMES); }
OURS(utimensat) { utimensat(AT_FDCWD, NOWHERE, PRECISE_TIMES, 0); }
OURS(utimensat_case_path) { utimensat(AT_FDCWD, text(NOWHERE), 0, 0); }
OURS(futimens) { futimens(ten(), PRECISE_TIMES); }
CASE(listxattr) { listxattr(text("/dev"), malloc(9), 9); }
CASE(llistxattr) { llistxattr(text("/dev"), malloc(9), 9); }
OURS(mkstemp) { mkstemp(text("/nowhere/XXXXXX")); }
OURS(mkstemp64) { mkstemp64(text("/nowhere/XXXXXX")); }
OURS(mkdtemp) { mkdtemp(text("/nowhere/XXXXXX")); }

OURS(pipe) { pipe(block(8)); }
OURS(pipe2) { pipe2(block(8), 0); }
CASE(poll) { poll(copy(&(struct pollfd){1, POLLOUT}, sizeof(struct pollfd)), 1, 0); }
OURS(__poll_chk) { __poll_chk(copy(&(struct pollfd){1, POLLOUT}, sizeof(struct pollfd)), 1, 0, -1); }
CASE(ppoll) { ppoll(0, 0, copy(&(struct timespec){0, 1}, sizeof(struct timespec)), 0); }
OURS(__ppoll_chk) { __ppoll_chk(0, 0, copy(&(struct timespec){0, 1}, sizeof(struct timespec)), 0, -1); }

OURS(epoll_wait) {
    int events = epoll_create1(0);
    struct epoll_event event = {EPOLLIN};
    int file = eventfd(1, 0);
    epoll_ctl(events, EPOLL_CTL_ADD, file, &event);
    epoll_wait(events, block(sizeof event), 9, 0);
}

CASE(eventfd_read) { eventfd_read(eventfd(1, 0), block(8)); }
OURS(mincore) { mincore((void *)((size_t)&over & -4096), 4096, block(1)); }

CASE(getmntent_r) {
    char line[] = "a b c d 0 0\n", buffer[99];
    getmntent_r(input(line), block(sizeof(struct mntent)), buffer, sizeof buffer);
}
CASE(getmntent_r_case_strings) {
    struct mntent one;
    getmntent_r(input("a b c d 0 0\n"), &one, block(8), 99);
}

static int terminal(void) {
    int file = posix_openpt(O_RDWR);
    grantpt(file);
    unlockpt(file);
    return file;
}

static int other_end(void) { return open(ptsname(terminal()), O_RDWR | O_NOCTTY); }

OURS(tcsetattr) { tcsetattr(-1, TCSANOW, copy(&(struct termios){0}, sizeof(struct termios))); }
CASE(tcgetattr) { tcgetattr(terminal(), block(sizeof(struct termios))); }

CASE(ttyname_r) {
    int file = other_end();
    ttyname_r(file, block(strlen(ttyname(file)) + 1), 100);
}

OURS(__ttyname_r_chk) {
    int file = other_end();
    __ttyname_r_chk(file, block(strlen(ttyname(file)) + 1), 100, -1);
}

OURS(__ptsname_r_chk) {
    int file = open("/dev/ptmx", O_RDWR);
    __ptsname_r_chk(file, block(strlen(ptsname(file)) + 1), 100, -1);
}
CASE(ptsname_r) {
    int file = terminal();
    ptsname_r(file, block(strlen(ptsname(file)) + 1), 100);
}

static int watched(int change) {
    static int ends[2];
    int queue = epoll_create(1);
    struct epoll_event event = {EPOLLIN};
    pipe(ends);
    if (!change) {
        write(ends[1], "1", 1);
        epoll_ctl(queue, EPOLL_CTL_ADD, ends[0], &event);
    }
    return change ? ends[0] : queue;
}

OURS(epoll_ctl) {
    struct epoll_event event = {EPOLLIN};
    epoll_ctl(epoll_create(1), EPOLL_CTL_ADD, watched(1), copy(&event, sizeof event));
}
OURS(epoll_pwait) { epoll_pwait(watched(0), block(sizeof(struct epoll_event)), 9, -1, 0); }

// A handle of eight bytes is stored behind its header, more on some file systems: asked for first.
static struct file_handle *handle(size_t missing) {
    struct file_handle size = {0};
    int mount;
    name_to_handle_at(AT_FDCWD, "/tmp", &size, &mount, 0);
    struct file_handle *room = malloc(sizeof size + size.handle_bytes - missing);
    room->handle_bytes = size.handle_bytes;
    return room;
}
CASE(name_to_handle_at) { name_to_handle_at(AT_FDCWD, "/tmp", handle(over), &(int){0}, 0); }
CASE(name_to_handle_at_case_mount) { name_to_handle_at(AT_FDCWD, "/tmp", handle(0), block(4), 0); }
CASE(open_by_handle_at) { open_by_handle_at(AT_FDCWD, handle(over), O_RDONLY); }
