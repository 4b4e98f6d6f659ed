// Processes, signals, users, the machine; random numbers, patterns.
#define _GNU_SOURCE
#include "effects_cases.h"
#include <argp.h>
#include <crypt.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <grp.h>
#include <iconv.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <linux/capability.h>
#include <sys/msg.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>
#include <utmpx.h>

int __getgroups_chk(int, gid_t *, size_t);
int __gethostname_chk(char *, size_t, size_t);
int __getdomainname_chk(char *, size_t, size_t);
size_t __confstr_chk(int, char *, size_t, size_t);
int capget(void *, void *);
int capset(void *, const void *);
void arc4random_buf(void *, size_t);

static pid_t child(void) {
    pid_t one = fork();
    if (!one)
        _exit(0);
    return one;
}

CASE(wait) {
    child();
    wait(block(4));
}

CASE(waitpid) { waitpid(child(), block(4), 0); }

CASE(wait3) {
    int status;
    child();
    wait3(&status, 0, block(sizeof(struct rusage)));
}

CASE(wait4) { wait4(child(), block(4), 0, 0); }
CASE(waitid) { waitid(P_PID, child(), block(sizeof(siginfo_t)), WEXITED); }
OURS(getrusage) { getrusage(RUSAGE_SELF, block(sizeof(struct rusage))); }
OURS(getrlimit) { getrlimit(RLIMIT_CORE, block(sizeof(struct rlimit))); }
OURS(getrlimit64) { getrlimit64(RLIMIT_CORE, block(sizeof(struct rlimit))); }

static sigset_t none;

OURS(sigaction) { sigaction(SIGUSR1, 0, block(sizeof(struct sigaction))); }
CASE(sigaltstack) { sigaltstack(0, block(sizeof(stack_t))); }
CASE(sigprocmask) { sigprocmask(SIG_BLOCK, 0, block(sizeof none)); }
CASE(pthread_sigmask) { pthread_sigmask(SIG_BLOCK, &none, block(sizeof none)); }
CASE(sigemptyset) { sigemptyset(block(sizeof none)); }
CASE(sigfillset) { sigfillset(block(sizeof none)); }
CASE(sigandset) { sigandset(block(sizeof none), &none, &none); }
CASE(sigorset) { sigorset(&none, copy(&none, sizeof none), &none); }
CASE(sigpending) { sigpending(block(sizeof none)); }

static sigset_t *waiting(void) {
    static sigset_t set;
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, 0);
    raise(SIGUSR1);
    return &set;
}

CASE(sigwait) { sigwait(waiting(), block(4)); }
CASE(sigwaitinfo) { sigwaitinfo(waiting(), block(sizeof(siginfo_t))); }
CASE(sigtimedwait) { sigtimedwait(waiting(), block(sizeof(siginfo_t)), &(struct timespec){1, 0}); }

static struct passwd user, *found_user;
static struct group group, *found_group;
static char names[9999];

CASE(getpwnam) { getpwnam(text("root")); }
CASE(getpwnam_r) { getpwnam_r("root", block(sizeof user), names, sizeof names, &found_user); }
CASE(getpwuid_r) { getpwuid_r(0, block(sizeof user), names, sizeof names, &found_user); }
CASE(getpwent_r) { getpwent_r(block(sizeof user), names, sizeof names, &found_user); }
CASE(fgetpwent_r) { fgetpwent_r(input("a:b:1:2:c:d:e\n"), block(sizeof user), names, sizeof names, &found_user); }
CASE(getgrnam) { getgrnam(text("root")); }
CASE(getgrnam_r) { getgrnam_r("root", block(sizeof group), names, sizeof names, &found_group); }
CASE(getgrgid_r) { getgrgid_r(0, &group, names, sizeof names, block(sizeof(void *))); }
CASE(getgrent_r) { getgrent_r(block(sizeof group), names, sizeof names, &found_group); }
CASE(fgetgrent_r) { fgetgrent_r(input("a:b:1:c\n"), block(sizeof group), names, sizeof names, &found_group); }

static void one_group(void) { setgroups(1, (gid_t[]){0}); }

CASE(getgroups) {
    one_group();
    getgroups(9, block(4));
}

OURS(__getgroups_chk) {
    one_group();
    __getgroups_chk(9, block(4), -1);
}

OURS(getgrouplist) {
    int count = 1;
    getgrouplist("nobody of that name", 1, block(4), &count);
}

CASE(getresuid) {
    uid_t one, two;
    getresuid(&one, &two, block(4));
}

CASE(getresgid) {
    gid_t one, two;
    getresgid(block(4), &one, &two);
}

OURS(gethostname) { gethostname(block(strlen((gethostname(names, 999), names)) + 1), 999); }
OURS(__gethostname_chk) { __gethostname_chk(block(strlen((gethostname(names, 999), names)) + 1), 999, -1); }
OURS(getdomainname) { getdomainname(block(strlen((getdomainname(names, 999), names)) + 1), 999); }
CASE(uname) { uname(block(sizeof(struct utsname))); }
CASE(sysinfo) { sysinfo(block(sizeof(struct sysinfo))); }
CASE(getloadavg) { getloadavg(block(24), 3); }
CASE(confstr) { confstr(_CS_PATH, block(confstr(_CS_PATH, 0, 0)), 999); }
CASE(sched_getaffinity) { sched_getaffinity(0, sizeof(cpu_set_t), block(sizeof(cpu_set_t))); }
CASE(sched_getparam) { sched_getparam(0, block(sizeof(struct sched_param))); }
CASE(backtrace) { backtrace(block(sizeof(void *)), 1); }
CASE(backtrace_symbols) { backtrace_symbols(block(2 * sizeof(void *)), 2); }
CASE(getrandom) { getrandom(block(9), 9, 0); }
CASE(getentropy) { getentropy(block(9), 9); }
CASE(rand_r) { rand_r(copy("1234", 4)); }

CASE(random_r) {
    static char state[64];
    struct random_data data = {0};
    initstate_r(1, state, sizeof state, &data);
    random_r(&data, block(4));
}

CASE(drand48_r) { drand48_r(&(struct drand48_data){0}, block(8)); }
CASE(lrand48_r) { lrand48_r(&(struct drand48_data){0}, block(sizeof(long))); }
OURS(mrand48_r) { mrand48_r(&(struct drand48_data){0}, block(sizeof(long))); }
CASE(crypt) { crypt(text("secret"), "ab"); }

static regex_t pattern;

CASE(regcomp) { regcomp(&pattern, text("a*"), 0); }
OURS(regcomp_case_room) { regcomp(block(sizeof pattern), "a*", 0); }
CASE(regfree) {
    regcomp(&pattern, "a*", 0);
    regfree(copy(&pattern, sizeof pattern));
}
CASE(regexec_case_pattern) {
    regcomp(&pattern, "a*", 0);
    regexec(copy(&pattern, sizeof pattern), "aaa", 0, 0, 0);
}

CASE(regexec) {
    regcomp(&pattern, "a*", 0);
    regexec(&pattern, text("aaa"), 0, 0, 0);
}

CASE(regexec_case_matches) {
    regcomp(&pattern, "a*", 0);
    regexec(&pattern, "aaa", 2, block(2 * sizeof(regmatch_t)), 0);
}

// AddressSanitizer looks for a NUL.
ONLY(regexec_case_range) {
    regmatch_t range = {1, 4};
    regcomp(&pattern, "b*", 0);
    regexec(&pattern, copy("aaaa", 4), 1, &range, REG_STARTEND);
}

CASE(regerror) { regerror(REG_NOMATCH, &pattern, block(9), 9); }

static int queue(void) {
    int one = msgget(IPC_PRIVATE, 0600);
    msgsnd(one, &(struct { long type; char text[5]; }){1, "abcd"}, 5, 0);
    return one;
}

CASE(msgsnd) {
    int one = queue();
    msgsnd(one, copy(&(long[2]){1, 2}, 13), 5, 0);
    msgctl(one, IPC_RMID, 0);
}

CASE(msgrcv) {
    int one = queue();
    msgrcv(one, block(13), 99, 0, 0);
    msgctl(one, IPC_RMID, 0);
}

CASE(sem_getvalue) {
    sem_t one;
    sem_init(&one, 0, 1);
    sem_getvalue(&one, block(4));
}

// Told of more room than there is, these functions use what fits exactly, but for a mark that may stand at the end of what they were told of.
static struct passwd user, *found_user;
static struct group group, *found_group;
CASE(fgetpwent_r_case_strings) { fgetpwent_r(input("nam:x:1:2:ab:cd:she\n"), &user, block(20), 28, &found_user); }
CASE(fgetgrent_r_case_members) { fgetgrent_r(input("nam:x:1:ab,c\n"), &group, block(40), 99, &found_group); }

OURS(dlopen) { dlopen(text("nothing of this name"), RTLD_NOW); }
OURS(iconv_open) { iconv_open(text("UTF-8"), "UTF-8"); }
OURS(iconv_open_case_from) { iconv_open("UTF-8", text("UTF-8")); }
CASE(sem_open) { sem_open(text("/nothing of this name"), 0); }
CASE(sem_unlink) { sem_unlink(text("/nothing of this name")); }

CASE(sem_timedwait) {
    sem_t one;
    sem_init(&one, 0, 1);
    sem_timedwait(&one, copy(&(struct timespec){0}, sizeof(struct timespec)));
}

static char *no_arguments[] = {"true", 0};
static pid_t spawned;

static char **vector(char *first) {
    static char *texts[2];
    texts[0] = first;
    return texts;
}

CASE(posix_spawn) { posix_spawn(block(4), "/bin/true", 0, 0, no_arguments, no_arguments); }
CASE(posix_spawn_case_path) { posix_spawn(&spawned, text("/bin/true"), 0, 0, no_arguments, no_arguments); }
CASE(posix_spawn_case_argument) { posix_spawn(&spawned, "/bin/true", 0, 0, vector(text("true")), no_arguments); }
CASE(posix_spawn_case_environment) { posix_spawn(&spawned, "/bin/true", 0, 0, no_arguments, vector(text("A=b"))); }
CASE(posix_spawn_case_vector) {
    posix_spawn(&spawned, "/bin/true", 0, 0, copy(no_arguments, sizeof no_arguments), no_arguments);
}
CASE(posix_spawnp) { posix_spawnp(block(4), "true", 0, 0, no_arguments, no_arguments); }
OURS(execv) { execv("/bin/true", vector(text("true"))); }
OURS(execve) { execve("/bin/true", no_arguments, vector(text("A=b"))); }
OURS(execvp) { execvp(text("true"), no_arguments); }
OURS(execvpe) { execvpe("true", no_arguments, vector(text("A=b"))); }

CASE(argp_parse) {
    static const struct argp nothing;
    argp_parse(&nothing, 1, vector(text("program")), 0, 0, 0);
}
CASE(argp_parse_case_index) {
    static const struct argp nothing;
    argp_parse(&nothing, 1, no_arguments, 0, block(4), 0);
}

static struct __user_cap_header_struct first_version = {_LINUX_CAPABILITY_VERSION_1, 0};
static struct __user_cap_data_struct capabilities;
CASE(capget) { capget(&first_version, block(sizeof capabilities)); }
CASE(capget_case_header) { capget(copy(&first_version, sizeof first_version), &capabilities); }
CASE(capset) {
    capget(&first_version, &capabilities);
    capset(&first_version, copy(&capabilities, sizeof capabilities));
}
CASE(initgroups) { initgroups(text("root"), 0); }
CASE(pututxline) {
    struct utmpx entry = {.ut_type = DEAD_PROCESS};
    utmpxname("/dev/null");
    pututxline(copy(&entry, sizeof entry));
}
OURS(pututline) {
    struct utmp entry = {.ut_type = DEAD_PROCESS};
    utmpname("/dev/null");
    pututline(copy(&entry, sizeof entry));
}
OURS(arc4random_buf) { arc4random_buf(block(9), 9); }
OURS(__confstr_chk) { __confstr_chk(_CS_PATH, block(confstr(_CS_PATH, 0, 0)), 99, -1); }
OURS(__getdomainname_chk) {
    char name[99];
    getdomainname(name, 99);
    __getdomainname_chk(block(strlen(name) + 1), 99, -1);
}
