// A handler runs on an array of the thread's own stack that the kernel forgets meanwhile, and jumps there. The frames of what it has
// interrupted, further down, are not among those that are left.
//@ asan: any it takes them for some that were left
#define _GNU_SOURCE
#include "hide.h"
#include <setjmp.h>
#include <signal.h>

#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1U << 31)
#endif

enum { SIZE = 1 << 15 };

static jmp_buf target;

static NOINLINE void fill(char *bytes, int value) {
  for (int i = 0; i < 64; i++)
    bytes[i] = (char)value;
  __asm__ volatile("" : : "r"(bytes) : "memory");
}

static NOINLINE void leaf(int value) {
  char bytes[64];
  fill(bytes, value);
}

static NOINLINE void jump(int depth) {
  char bytes[64];
  fill(bytes, 1);
  if (depth)
    jump(depth - 1);
  else
    longjmp(target, 1);
  __asm__ volatile("");
}

static void handle(int signal) {
  (void)signal;
  if (!setjmp(target))
    jump(3);
  for (int i = 0; i < 2000; i++)
    leaf(99);
}

static NOINLINE int interrupted(int depth) {
  char bytes[64];
  fill(bytes, depth);
  int sum = 0;
  if (depth)
    sum = interrupted(depth - 1);
  else
    raise(SIGUSR1);
  for (int i = 0; i < 64; i++)
    sum += bytes[i];
  return sum;
}

int main(void) {
  stack_t signals = {.ss_sp = __builtin_alloca(SIZE), .ss_size = SIZE, .ss_flags = (int)SS_AUTODISARM};
  sigaltstack(&signals, 0);
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, 0);
  int wrong = 0;
  for (volatile int i = 0; i < 8; i++) {
    if (!setjmp(target))
      jump(i);
    wrong += interrupted(i) != 64 * (i * (i + 1) / 2);
    leaf(1);
  }
  return wrong;
}
