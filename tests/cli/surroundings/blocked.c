// Blocks all signals, as threads do that leave them to another one, and uses memory that has had no shadow yet.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
static void *use(void *argument) {
  for (int area = 0; area < 10; area++) {
    unsigned long size = 20 << 20;
    volatile char *memory = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return argument;
    for (unsigned long at = 0; at < size; at += 1 << 16) memory[at] = 1;
    if (area % 2) munmap((void *)memory, size);
  }
  return argument;
}
static void on_signal(int number) { use(0); }
int main(void) {
  sigset_t all, before;
  sigfillset(&all);
  struct sigaction action = {.sa_handler = on_signal, .sa_mask = all};
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
  if (pthread_sigmask(SIG_BLOCK, &all, &before)) return 2;
  if (sigismember(&before, SIGUSR2)) return 3;
  pthread_t thread;
  if (pthread_create(&thread, 0, use, 0) || pthread_join(thread, 0)) return 4;
  use(0);
  // All others are blocked, and the functions do as the C library's.
  if (sigprocmask(SIG_SETMASK, 0, &before) || !sigismember(&before, SIGUSR2) || !sigismember(&before, SIGINT)) return 5;
  raise(SIGUSR2);
  sigset_t none;
  sigemptyset(&none);
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGUSR2, &ignore, 0);
  if (sigprocmask(SIG_SETMASK, &none, &before) || sigprocmask(SIG_BLOCK, 0, &before) || sigismember(&before, SIGUSR2)) return 6;
  if (sigprocmask(77, &all, 0) != -1 || errno != EINVAL || pthread_sigmask(77, &all, 0) != EINVAL) return 7;
  puts("done");
  return 0;
}
