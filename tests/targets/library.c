// Arguments and results of 64 bits, structures, lists of arguments and sets of signals, which each target hands over and lays out in its own way.
#define _GNU_SOURCE
#include <math.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

// Blocks of exactly so many bytes.
#define NEW(type) ((type *)malloc(sizeof(type)))

static void expect(int line, int holds) {
    if (!holds) {
        fprintf(stderr, "line %d\n", line);
        exit(3);
    }
}
#define EXPECT(condition) expect(__LINE__, condition)

int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);

static int format(char *text, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, size, format, list);
    va_end(list);
    return length;
}

int main(void) {
    // Results.
    char *end;
    EXPECT(strtoll("-9000000000x", &end, 10) == -9000000000 && *end == 'x');
    EXPECT(strtoull("18446744073709551615", 0, 10) == -1ull && atoll("9000000000") == 9000000000);
    EXPECT(wcstoll(L"9000000000", 0, 10) == 9000000000);
    EXPECT(strtold("1.5x", &end) == 1.5L && *end == 'x');
    long double *whole = NEW(long double);
    EXPECT(modfl(2.5L, whole) == 0.5L && *whole == 2.0L && frexpl(8.0L, NEW(int)) == 0.5L);

    // Places in a file: behind an argument of a word that is left out, and on the stack.
    FILE *file = tmpfile();
    int descriptor = fileno(file);
    off64_t far = (off64_t)1 << 32;
    EXPECT(pwrite64(descriptor, "far", 4, far) == 4);
    char *four = malloc(4);
    EXPECT(pread64(descriptor, four, 4, far) == 4 && !strcmp(four, "far"));
    EXPECT(__pread64_chk(descriptor, memset(four, 0, 4), 4, far, 4) == 4 && !strcmp(four, "far"));
    struct iovec *vector = NEW(struct iovec);
    *vector = (struct iovec){memset(four, 0, 4), 4};
    EXPECT(preadv64(descriptor, vector, 1, far) == 4 && !strcmp(four, "far"));
    // Emulators map nothing farther.
    off64_t near = 1 << 20;
    EXPECT(pwrite64(descriptor, "near", 5, near) == 5);
    char *mapped = mmap64(0, 5, PROT_READ, MAP_PRIVATE, descriptor, near);
    EXPECT(mapped != MAP_FAILED && !strcmp(mapped, "near"));

    // Structures.
    struct stat64 *status = NEW(struct stat64);
    EXPECT(!fstat64(descriptor, status) && status->st_size == far + 4);
    EXPECT(!stat("/", NEW(struct stat)) && !statvfs("/", NEW(struct statvfs)));
    EXPECT(!getrusage(RUSAGE_SELF, NEW(struct rusage)) && !sysinfo(NEW(struct sysinfo)));
    struct rlimit64 *limit = NEW(struct rlimit64);
    EXPECT(!getrlimit64(RLIMIT_CORE, limit) && !setrlimit64(RLIMIT_CORE, limit) && !prlimit64(0, RLIMIT_CORE, limit, limit));
    struct rlimit *narrow = NEW(struct rlimit);
    EXPECT(!getrlimit(RLIMIT_CORE, narrow) && !setrlimit(RLIMIT_CORE, narrow));
    time_t *now = NEW(time_t);
    struct tm *parts = NEW(struct tm);
    EXPECT(time(now) > 0 && gmtime_r(now, parts) == parts && mktime(parts) > 0);
    EXPECT(!clock_gettime(CLOCK_MONOTONIC, NEW(struct timespec)) && !sigaction(SIGUSR1, 0, NEW(struct sigaction)));
    struct passwd *user = NEW(struct passwd), **found = NEW(struct passwd *);
    EXPECT(!getpwuid_r(0, user, malloc(1000), 1000, found) && *found == user && user->pw_dir[0] == '/');

    // Lists of arguments, and arguments behind a format that is on the stack.
    char *text = malloc(20);
    EXPECT(format(text, 20, "%lld %s", 9000000000, "end") == 14 && !strcmp(text, "9000000000 end"));
    EXPECT(__snprintf_chk(text, 20, 1, 20, "%lld %s %d", 9000000000, "end", 7) == 16 && !strcmp(text, "9000000000 end 7"));

    // Sets of signals.
    sigset_t *set = NEW(sigset_t);
    sigfillset(set);
    struct timespec *none = calloc(1, sizeof *none);
    EXPECT(pselect(0, 0, 0, 0, none, set) == 0 && ppoll(0, 0, none, set) == 0);

#ifdef FIXED
    lstat64("/", NEW(struct stat64));
#else
    lstat64("/", malloc(sizeof(struct stat64) - 1)); //~ ERROR heap-buffer-overflow
#endif
    return 0;
}
