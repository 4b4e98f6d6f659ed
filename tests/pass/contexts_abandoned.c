// Contexts are left in the middle of their frames, and their stacks used for something else and for other contexts.
//@ asan: any it warns that it does not fully support this
//@ options: detect_stack_use_after_return=0
#include "hide.h"
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { SIZE = 1 << 17 };

static ucontext_t main_context, other_context;

static NOINLINE void deep(int depth) {
  char local[300];
  memset(local, 1, hide(sizeof local));
  touch(local);
  if (depth > 0)
    deep(depth - 1);
  else
    swapcontext(&other_context, &main_context);
  touch(local);
}

static void leave(void) { deep(10); }

static void use(void) {
  char local[9000];
  memset(local, 1, hide(sizeof local));
  touch(local);
  swapcontext(&other_context, &main_context);
}

static void begin(char *stack, void (*function)(void)) {
  getcontext(&other_context);
  other_context.uc_stack.ss_sp = stack;
  other_context.uc_stack.ss_size = SIZE;
  other_context.uc_link = &main_context;
  makecontext(&other_context, function, 0);
  swapcontext(&main_context, &other_context);
}

static NOINLINE void run(char *stack) {
  for (int i = 0; i < 3; i++) {
    begin(stack, leave);
    begin(stack, use);
    begin(stack, leave);
    // Each by itself: what lies before the frames says that all of the chunk is addressable.
    volatile char *byte = hide_pointer(stack);
    for (long at = 0; at < hide(SIZE); at++)
      byte[at] = i;
  }
}

int main(void) {
  char own[SIZE];
  run(own);
  char *stack = malloc(SIZE);
  run(stack);
  free(stack);
  return 0;
}
