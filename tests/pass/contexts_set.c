// Contexts are left by setcontext in the middle of their frames, for good or to come back; stacks are then used for something
// else.
//@ asan: any it knows nothing of setcontext
//@ defines: KEEP=0 KEEP=1
#include "hide.h"
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { SIZE = 1 << 17 };

static ucontext_t top, made, resumed;
static char *volatile kept;
static volatile int turns, is_back;

// With KEEP, objects lie on the fake stack.
static NOINLINE void use_object(char *object) {
  if (KEEP)
    kept = object;
  else
    touch(object);
}

static NOINLINE void fill(char *bytes, long size) { memset(bytes, 1, size); }

// What callees have left on the stack: this function has no checks of its own.
static NOINLINE __attribute__((no_sanitize("address"))) void use_stack(void) {
  char bytes[30000];
  fill(bytes, hide(sizeof bytes));
  touch(bytes);
}

static NOINLINE void deep(int depth, ucontext_t *target) {
  char object[100];
  use_object(object);
  if (depth > 0)
    deep(depth - 1, target);
  else if (target)
    setcontext(target);
  fill(object, hide(sizeof object));
}

static void leave(void) { deep(10, &top); }

static void loop(void) {
  volatile int rounds = 0;
  getcontext(&resumed);
  use_stack();
  if (rounds++ < 5)
    deep(20, &resumed);
  leave();
}

static void pause_once(void) {
  char object[100];
  use_object(object);
  is_back = 0;
  getcontext(&resumed);
  if (!is_back) {
    is_back = 1;
    setcontext(&top);
  }
  deep(10, NULL);
  fill(object, hide(sizeof object));
  setcontext(&top);
}

static NOINLINE void begin(char *stack, void (*function)(void)) {
  char object[100];
  use_object(object);
  getcontext(&made);
  made.uc_stack.ss_sp = stack;
  made.uc_stack.ss_size = SIZE;
  made.uc_link = NULL;
  makecontext(&made, function, 0);
  setcontext(&made);
  fill(object, hide(sizeof object));
}

static NOINLINE void run(char *stack) {
  void (*functions[])(void) = {leave, loop, pause_once};
  for (volatile int i = 0; i < 6; i++) {
    turns = 0;
    getcontext(&top);
    use_stack();
    switch (turns++) {
    case 0:
      begin(stack, functions[i % 3]);
      abort();
    case 1:
      if (i % 3 == 2)
        setcontext(&resumed);
    }
    fill(hide_pointer(stack), hide(SIZE));
  }
  turns = 0;
  getcontext(&top);
  use_stack();
  if (turns++ < 5)
    deep(20, &top);
}

static char global[SIZE];

int main(void) {
  char own[SIZE];
  run(own);
  run(global);
  char *block = malloc(SIZE);
  run(block);
  free(block);
  return 0;
}
