// What a process may do beside computing: threads, children, signals, jumps, fibers. Each part ends the program with status 9
// and a word if anything is not as it should be.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#define NOINLINE __attribute__((noinline))
#define NEED(condition) do { if (!(condition)) { fprintf(stderr, "line %d: %s\n", __LINE__, #condition); exit(9); } } while (0)
extern char **environ;
static char *self;
static __thread int *volatile kept;
static volatile int one = 1;

// A frame whose object gets away while it lives.
static NOINLINE int frame(int n) {
    int array[8];
    kept = array;
    for (int i = 0; i < 8; i++) kept[i] = n + i;
    int *block = malloc(sizeof *block * 3);
    block[one + 1] = n;
    int sum = array[7] + block[2];
    free(block);
    return sum - 2 * n - 7;
}
static NOINLINE int frames(int depth) {
    int local = depth;
    int *volatile own = &local;
    if (depth == 0) return frame(3);
    return frames(depth - 1) + *own - depth;
}
static void *busy(void *stop) {
    while (!*(volatile int *)stop) NEED(frames(20) == 0);
    return NULL;
}
static void *worker(void *count) {
    for (long i = 0; i < (long)count; i++) NEED(frames(10) == 0);
    return count;
}
static int ended(pid_t child) {
    int status;
    NEED(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}
static void threads(void) {
    for (int round = 0; round < 20; round++) {
        pthread_t all[10];
        for (int i = 0; i < 10; i++) NEED(pthread_create(&all[i], NULL, worker, (void *)20L) == 0);
        for (int i = 0; i < 10; i++) NEED(pthread_join(all[i], NULL) == 0);
    }
}
// The child of a program with threads goes on with malloc, frames and threads of its own, and reports.
static void fork_with_threads(void) {
    static volatile int stop;
    pthread_t all[3];
    for (int i = 0; i < 3; i++) NEED(pthread_create(&all[i], NULL, busy, (void *)&stop) == 0);
    for (int round = 0; round < 30; round++) {
        pid_t child = fork();
        NEED(child >= 0);
        if (child == 0) {
            pthread_t thread;
            NEED(pthread_create(&thread, NULL, worker, (void *)3L) == 0);
            NEED(pthread_join(thread, NULL) == 0);
            NEED(frames(50) == 0);
            if (round == 29) {
                volatile char *block = malloc(10);
                dup2(1, 2);
                block[9 + one] = 1;
            }
            _exit(0);
        }
        NEED(ended(child) == (round == 29));
    }
    stop = 1;
    for (int i = 0; i < 3; i++) pthread_join(all[i], NULL);
}
static NOINLINE pid_t run_by_vfork(char *const *arguments) {
    pid_t child = vfork();
    if (child == 0) {
        if (frames(5) == 0) execve(self, arguments, environ);
        _exit(8);
    }
    return child;
}
static void vfork_and_exec(void) {
    char *arguments[] = {self, "child", NULL};
    for (int i = 0; i < 5; i++) {
        NEED(ended(run_by_vfork(arguments)) == 0);
        NEED(frames(30) == 0);
    }
}
static void spawn(void) {
    char *arguments[] = {self, "child", NULL};
    pid_t child;
    NEED(posix_spawn(&child, self, NULL, NULL, arguments, environ) == 0);
    NEED(ended(child) == 0);
    NEED(frames(30) == 0);
    NEED(system(":") == 0);
}
static volatile int handled;
static void on_signal(int number, siginfo_t *info, void *context) {
    (void)number, (void)info, (void)context;
    char local[200];
    int scoped = 0;
    {
        char inner[50];
        memset(inner, 1, 50);
        kept = (int *)inner;
        scoped = inner[one];
    }
    memset(local, scoped, sizeof local);
    handled += local[199 * one] + frames(10);
}
static sigjmp_buf place;
static void leave(int number) { (void)number; frames(5); siglongjmp(place, 1); }
static void *signals(void *unused) {
    // The program's own stack for handlers, from the heap, then on the stack itself.
    char on_stack[65536];
    for (int kind = 0; kind < 2; kind++) {
        char *memory = kind ? on_stack : malloc(65536);
        stack_t own = {.ss_sp = memory, .ss_size = 65536}, before;
        NEED(sigaltstack(&own, &before) == 0);
        struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
        NEED(sigaction(SIGUSR1, &action, NULL) == 0);
        handled = 0;
        for (int i = 0; i < 50; i++) raise(SIGUSR1);
        NEED(handled == 50);
        struct sigaction jumps = {.sa_handler = leave, .sa_flags = SA_ONSTACK};
        NEED(sigaction(SIGUSR2, &jumps, NULL) == 0);
        for (int i = 0; i < 50; i++)
            if (sigsetjmp(place, 1) == 0) { raise(SIGUSR2); NEED(0); }
        // All of the handler's stack is good again.
        memset(memory, 0, 65536);
        NEED(sigaltstack(&before, NULL) == 0);
        if (!kind) free(memory);
    }
    return unused;
}
static jmp_buf far;
static NOINLINE void deeper(int depth) {
    char room[100];
    kept = (int *)room;
    memset(room, depth, sizeof room);
    if (depth == 0) longjmp(far, 1);
    deeper(depth - 1);
    kept = (int *)room;
}
static void jumps(void) {
    for (int i = 0; i < 300; i++) {
        if (setjmp(far) == 0) { deeper(20); NEED(0); }
        NEED(frames(25) == 0);
    }
}
void __sanitizer_start_switch_fiber(void **save, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *save, const void **bottom, size_t *size);
static int announce;
static ucontext_t main_context, contexts[3];
static void *main_fake, *fakes[3];
static const void *main_bottom;
static size_t main_size;
enum { STACK = 1 << 17 };
static char *stacks[3];
static int turns[3];
static void body(int number) {
    if (announce) __sanitizer_finish_switch_fiber(NULL, &main_bottom, &main_size);
    int local = number;
    int *volatile own = &local;
    for (int i = 0; i < 20; i++) {
        NEED(frames(10) == 0 && *own == number);
        if (i % 5 == 4) { if (setjmp(far) == 0) deeper(5); }
        turns[number]++;
        if (announce) __sanitizer_start_switch_fiber(&fakes[number], main_bottom, main_size);
        swapcontext(&contexts[number], &main_context);
        if (announce) __sanitizer_finish_switch_fiber(fakes[number], &main_bottom, &main_size);
    }
    if (announce) __sanitizer_start_switch_fiber(NULL, main_bottom, main_size);
}
static void *fibers(void *unused) {
    for (announce = 0; announce < 2; announce++) {
        memset(turns, 0, sizeof turns);
        for (int i = 0; i < 3; i++) {
            stacks[i] = malloc(STACK);
            getcontext(&contexts[i]);
            contexts[i].uc_stack.ss_sp = stacks[i];
            contexts[i].uc_stack.ss_size = STACK;
            contexts[i].uc_link = &main_context;
            makecontext(&contexts[i], (void (*)(void))body, 1, i);
        }
        int local = 5;
        int *volatile own = &local;
        for (int i = 0; i < 21 * 3; i++) {
            if (announce) __sanitizer_start_switch_fiber(&main_fake, stacks[i % 3], STACK);
            swapcontext(&main_context, &contexts[i % 3]);
            if (announce) __sanitizer_finish_switch_fiber(main_fake, NULL, NULL);
            NEED(frames(20) == 0 && *own == 5);
        }
        for (int i = 0; i < 3; i++) { NEED(turns[i] == 20); memset(stacks[i], 0, STACK); free(stacks[i]); }
    }
    return unused;
}
static void in_thread(void *(*function)(void *)) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    NEED(pthread_create(&thread, &attributes, function, NULL) == 0);
    NEED(pthread_join(thread, NULL) == 0);
}
int main(int count, char **arguments) {
    self = "/proc/self/exe";
    const char *what = count > 1 ? arguments[1] : "all";
    if (!strcmp(what, "child")) return frames(30);
    if (!strcmp(what, "error")) { volatile char *block = malloc(10); block[10 * one] = 1; return 0; }
    int all = !strcmp(what, "all");
#define PART(name, call) if (all || !strcmp(what, name)) { call; NEED(frames(100) == 0); }
    PART("threads", threads());
    PART("fork", fork_with_threads());
    PART("vfork", vfork_and_exec());
    PART("spawn", spawn());
    PART("signals", signals(NULL));
    PART("signals-in-thread", in_thread(signals));
    PART("jumps", jumps());
    PART("fibers", fibers(NULL));
    PART("fibers-in-thread", in_thread(fibers));
    puts("done");
    return 0;
}
