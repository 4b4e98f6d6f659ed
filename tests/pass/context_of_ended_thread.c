// A coroutine begins in a thread that ends, and goes on in another one. What it keeps on its stack is its own all the time.
//@ asan: any it faults there
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

enum { SIZE = 1 << 16 };

static ucontext_t back, coroutine;
static int result;

static NOINLINE void fill(char *bytes, int value) {
  for (int i = 0; i < 64; i++)
    bytes[i] = (char)value;
  __asm__ volatile("" : : "r"(bytes) : "memory");
}

static NOINLINE int wait_for_it(int depth) {
  char bytes[64];
  fill(bytes, depth);
  int sum = 0;
  if (depth)
    sum = wait_for_it(depth - 1);
  else
    swapcontext(&coroutine, &back);
  for (int i = 0; i < 64; i++)
    sum += bytes[i];
  return sum;
}

static void body(void) {
  result = wait_for_it(3);
  swapcontext(&coroutine, &back);
}

static NOINLINE void leaf(int value) {
  char bytes[64];
  fill(bytes, value);
}

static void *begin(void *stack) {
  getcontext(&coroutine);
  coroutine.uc_stack.ss_sp = stack;
  coroutine.uc_stack.ss_size = SIZE;
  makecontext(&coroutine, body, 0);
  swapcontext(&back, &coroutine);
  return 0;
}

static void *work(void *unused) {
  for (int i = 0; i < 2000; i++)
    leaf(99);
  return unused;
}

static void *go_on(void *unused) {
  swapcontext(&back, &coroutine);
  return unused;
}

int main(void) {
  void *stack = malloc(SIZE);
  void *(*steps[])(void *) = {begin, work, go_on};
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    pthread_create(&thread, 0, steps[i], stack);
    pthread_join(thread, 0);
  }
  free(stack);
  return result != 64 * (3 + 2 + 1);
}
