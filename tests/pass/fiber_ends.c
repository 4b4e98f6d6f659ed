// A fiber that announces itself ends in the middle of its frames; its stack, an array of the program, is then used for something else.
#include "hide.h"
#include <sanitizer/common_interface_defs.h>
#include <ucontext.h>

static ucontext_t main_context, fiber_context;
static const void *main_stack;
static size_t main_size;

static NOINLINE void deep(int depth) {
  char local[100];
  touch(local);
  if (depth > 0)
    deep(depth - 1);
  else {
    // Nothing is kept for coming back.
    __sanitizer_start_switch_fiber(0, main_stack, main_size);
    swapcontext(&fiber_context, &main_context);
  }
  touch(local);
}

static void fiber(void) {
  __sanitizer_finish_switch_fiber(0, &main_stack, &main_size);
  deep(10);
}

static NOINLINE int sum(const char *first, long count) {
  int all = 0;
  for (long i = 0; i < count; i++)
    all += first[i];
  return all;
}

int main(void) {
  static char stack[1 << 16];
  getcontext(&fiber_context);
  fiber_context.uc_stack.ss_sp = stack;
  fiber_context.uc_stack.ss_size = sizeof stack;
  makecontext(&fiber_context, fiber, 0);
  void *kept;
  __sanitizer_start_switch_fiber(&kept, stack, sizeof stack);
  swapcontext(&main_context, &fiber_context);
  __sanitizer_finish_switch_fiber(kept, 0, 0);
  return sum(hide_pointer(stack), sizeof stack) == 77777;
}
