// A handler leaves its stack by a jump or for another context: one on the heap or an array on the thread's own stack, one that the kernel
// forgets while the handler runs. What was interrupted is gone, wherever it was.
//@ asan: any it loses its place in some of these
//@ defines: WAY=0 WAY=1 WAY=2 WAY=3 WAY=4
#define _GNU_SOURCE
#include "hide.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <ucontext.h>

#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1U << 31)
#endif

enum { SIZE = 1 << 15 };

static const int own = WAY == 1 || WAY == 4;
static const int forgotten = WAY == 2;
static const int by_context = WAY >= 3;

static sigjmp_buf target;
static ucontext_t context;
static volatile int been;

static NOINLINE void fill(char *bytes, int size) {
  for (int i = 0; i < size; i++)
    bytes[i] = (char)i;
  __asm__ volatile("" : : "r"(bytes) : "memory");
}

static void handle(int signal) {
  char bytes[50];
  fill(bytes, 50);
  if (by_context)
    setcontext(&context);
  siglongjmp(target, signal);
}

static NOINLINE void sink(int depth) {
  char bytes[37];
  fill(bytes, 37);
  if (depth)
    sink(depth - 1);
  else
    raise(SIGUSR1);
  __asm__ volatile("");
}

static NOINLINE int sum(int count, ...) {
  va_list numbers;
  va_start(numbers, count);
  int all = 0;
  for (int i = 0; i < count; i++)
    all += va_arg(numbers, int);
  va_end(numbers);
  return all;
}

int main(void) {
  void *stack = own ? __builtin_alloca(SIZE) : malloc(SIZE);
  stack_t signals = {.ss_sp = stack, .ss_size = SIZE, .ss_flags = forgotten ? (int)SS_AUTODISARM : 0};
  stack_t before;
  sigaltstack(&signals, &before);
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigaction(SIGUSR1, &action, 0);
  volatile int all = 0;
  for (volatile int i = 0; i < 20; i++) {
    if (by_context) {
      been = 0;
      getcontext(&context);
      if (!been++)
        sink(i);
    } else if (!sigsetjmp(target, 1)) {
      sink(i);
    }
    sigaltstack(&signals, 0);
    all += sum(30, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
               23, 24, 25, 26, 27, 28, 29, 30);
  }
  sigaltstack(&before, 0);
  return all != 20 * 465;
}
