// Programs that give system calls up: how they do (1), what then becomes of them (2), and what they do afterwards (3).
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
void __sanitizer_sandbox_on_notify(void *);
static char *volatile block;
static const char *how, *what;
__attribute__((noinline)) static void touch(int index) { volatile char *at = block; at[index] = 1; }
static int is(const char *word, const char *expected) { return !strcmp(word, expected); }

static struct sock_filter code[256];
static struct sock_fprog filter = {0, code};
static void add(unsigned short operation, unsigned char if_true, unsigned char if_false, unsigned operand) {
  code[filter.len++] = (struct sock_filter){operation, if_true, if_false, operand};
}
// One more system call that has an answer of its own.
static void answer(int number, unsigned action) {
  add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, number);
  add(BPF_RET | BPF_K, 0, 0, action);
}
static const int LEFT[] = {SYS_read, SYS_write, SYS_exit_group, SYS_rt_sigreturn};
static const int OF_THREADS[] = {SYS_clone, SYS_clone3, SYS_exit, SYS_futex, SYS_madvise, SYS_mmap,
                                 SYS_mprotect, SYS_munmap, SYS_rseq, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_set_robust_list};
// What a program that begins needs no more than those that need nothing of it.
static const int UNUSUAL[] = {SYS_process_vm_readv, SYS_mincore, SYS_readlink, SYS_prctl, SYS_tkill, SYS_ptrace, SYS_open};

static long inline_call(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}

static pthread_barrier_t barrier;
static void *in_thread(void *unused) {
  if (is(how, "all")) pthread_barrier_wait(&barrier);
  if (is(what, "thread")) touch(10);
  for (int size = 1; size < 2000; size += 100) free(malloc(size));
  return unused;
}

static void confine(char **arguments) {
  const char *action = arguments[2];
  unsigned other = is(action, "kills") ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_TRAP;
  add(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
  if (is(how, "exec")) {
    for (size_t i = 0; i < sizeof UNUSUAL / sizeof *UNUSUAL; i++) answer(UNUSUAL[i], other);
    other = SECCOMP_RET_ALLOW;
  } else {
    for (size_t i = 0; i < sizeof LEFT / sizeof *LEFT; i++) answer(LEFT[i], SECCOMP_RET_ALLOW);
    if (is(how, "all") || !strncmp(what, "thread", 6))
      for (size_t i = 0; i < sizeof OF_THREADS / sizeof *OF_THREADS; i++) answer(OF_THREADS[i], SECCOMP_RET_ALLOW);
  }
  add(BPF_RET | BPF_K, 0, 0, other);
  // No filter: its last instruction does not return.
  if (is(how, "wrong")) add(BPF_LD | BPF_IMM, 0, 0, 0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  int failed = -1;
  if (is(how, "strict")) failed = prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  if (is(how, "prctl") || is(how, "wrong")) failed = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
  if (is(how, "prctl_by_number")) failed = syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
  if (is(how, "seccomp")) failed = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
  if (is(how, "all")) failed = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
  if (is(how, "announced")) {
    __sanitizer_sandbox_on_notify(0);
    failed = inline_call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, (long)&filter);
  }
  if (is(how, "exec")) {
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
    arguments[1] = "already";
    execv("/proc/self/exe", arguments);
  }
  if (is(how, "wrong") ? failed != -1 || errno != EINVAL : failed) exit(77);
}

int main(int count, char **arguments) {
  how = arguments[1], what = arguments[3];
  block = malloc(10);
  pthread_t thread;
  if (is(how, "all")) {
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, in_thread, 0);
  }
  if (!is(how, "already")) confine(arguments);
  if (is(how, "all")) {
    pthread_barrier_wait(&barrier);
    pthread_join(thread, 0);
  } else if (!strncmp(what, "thread", 6)) {
    if (pthread_create(&thread, 0, in_thread, 0)) return 78;
    pthread_join(thread, 0);
  }
  if (is(what, "error")) touch(10);
  if (is(what, "null")) *(volatile int *)8 = 1;
  if (is(what, "blocks")) {
    for (int size = 1; size < 4000000; size *= 3) {
      char *more = malloc(size);
      if (more) more[size - 1] = 1;
      free(more);
    }
  }
  if (is(what, "large")) {
    char *large = malloc(5000000);
    if (!large) return 79;
    large[4999999] = 1;
  }
  return 0;
}
