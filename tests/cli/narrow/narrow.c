// Errors where little is left of what a report needs: stack, descriptors, quiet, rights, a life of its own.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
void __asan_set_death_callback(void (*)(void));
static char *volatile block;
static const char *what;
__attribute__((noinline)) static void touch(int index) { volatile char *at = block; at[index] = 1; }
static void on_signal(int number) { touch(10); __asm__ volatile(""); }
static void *in_thread(void *unused) { touch(10); return unused; }
static void in_context(void) { touch(10); __asm__ volatile(""); }

// So many bytes, and nothing that can be touched on either side.
static char *between_guards(size_t size) {
  char *memory = mmap(0, size + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(memory + 4096, size, PROT_READ | PROT_WRITE);
  return memory + 4096;
}
static void on_small_stack(size_t size) {
  if (!strcmp(what, "handler")) {
    stack_t own = {.ss_sp = between_guards(size), .ss_size = size};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    sigaltstack(&own, 0);
    sigaction(SIGUSR1, &action, 0);
    raise(SIGUSR1);
  }
  if (!strcmp(what, "thread")) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, between_guards(size), size);
    pthread_t thread;
    if (!pthread_create(&thread, &attributes, in_thread, 0)) pthread_join(thread, 0);
  }
  if (!strcmp(what, "context")) {
    static ucontext_t before, own;
    getcontext(&own);
    own.uc_stack.ss_sp = between_guards(size);
    own.uc_stack.ss_size = size;
    own.uc_link = &before;
    makecontext(&own, in_context, 0);
    swapcontext(&before, &own);
  }
}

static sigjmp_buf place;
static void disturb(int number) {
  if (!strcmp(what, "errs")) touch(10);
  if (!strcmp(what, "jumps")) siglongjmp(place, 1);
  if (!strcmp(what, "exits")) exit(0);
}
// A handler comes again and again while the error is reported.
static void disturbed(void) {
  if (sigsetjmp(place, 1)) exit(7);
  struct sigaction action = {.sa_handler = disturb, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &action, 0);
  // The first one finds the report begun: a thousand of them make it likely.
  struct itimerval often = {{0, 200}, {0, 200}};
  setitimer(ITIMER_REAL, &often, 0);
  touch(11);
}

static int status_of(pid_t child) {
  int status;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}
// Somebody reads slowly what the child writes into a pipe that is almost full and does not block.
static int slow_reader(void) {
  int ends[2];
  static char text[1 << 16];
  if (pipe2(ends, O_NONBLOCK)) return 2;
  fcntl(ends[1], F_SETPIPE_SZ, 4096);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    write(2, text, 3500);
    touch(10);
    _exit(0);
  }
  close(ends[1]);
  usleep(200000);
  fcntl(ends[0], F_SETFL, 0);
  size_t length = 0;
  for (long count; (count = read(ends[0], text + length, sizeof text - 1 - length)) > 0;) length += count;
  fwrite(text + 3500, 1, length - 3500, stderr);
  return status_of(child);
}

static void be_killed(void) { raise(SIGKILL); }
static int after_vfork(int is_killed) {
  if (is_killed) __asan_set_death_callback(be_killed);
  pid_t child = vfork();
  if (child == 0) {
    touch(10);
    _exit(0);
  }
  fprintf(stderr, "the child's status: %d\n", status_of(child));
  __asan_set_death_callback(0);
  touch(10);
  return 0;
}

// Nothing but reading, writing and ending is allowed.
static void sandboxed(void) {
  static const int allowed[] = {SYS_read, SYS_write, SYS_exit_group};
  struct sock_filter filter[16];
  int count = 0;
  filter[count++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int i = 0; i < 3; i++) {
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[i], 0, 1);
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  struct sock_fprog program = {count, filter};
  fprintf(stderr, "process %d\n", getpid());
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) exit(0);
}

int main(int count, char **arguments) {
  what = arguments[1];
  block = malloc(10);
  if (count > 2) on_small_stack(atoi(arguments[2]));
  if (!strcmp(what, "closed")) for (int file = 0; file < 100; file++) close(file);
  if (!strcmp(what, "unread")) {
    int ends[2];
    if (pipe(ends)) return 2;
    dup2(ends[1], 2);
    close(ends[0]);
  }
  if (!strcmp(what, "slow")) return slow_reader();
  if (!strcmp(what, "errs") || !strcmp(what, "jumps") || !strcmp(what, "exits")) disturbed();
  if (!strcmp(what, "vfork")) return after_vfork(0);
  if (!strcmp(what, "killed")) return after_vfork(1);
  if (!strcmp(what, "sandbox")) sandboxed();
  touch(10);
  return 0;
}
