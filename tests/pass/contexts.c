// Two contexts with stacks from the heap take turns.
//@ asan: any it warns that it does not fully support this
#include "hide.h"
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

static ucontext_t main_context, other_context;
static int turns;

static void other(void) {
  for (int i = 0; i < 10; i++) {
    char local[100];
    memset(local, i, hide(sizeof local));
    touch(local);
    turns += local[hide(99)] == i;
    swapcontext(&other_context, &main_context);
  }
}

int main(void) {
  size_t size = 1 << 17;
  char *stack = malloc(size);
  getcontext(&other_context);
  other_context.uc_stack.ss_sp = stack;
  other_context.uc_stack.ss_size = size;
  other_context.uc_link = &main_context;
  makecontext(&other_context, other, 0);
  for (int i = 0; i < 10; i++) {
    int local[30] = {0};
    touch(local);
    swapcontext(&main_context, &other_context);
    turns += local[hide(29)];
  }
  return turns != 10;
}
