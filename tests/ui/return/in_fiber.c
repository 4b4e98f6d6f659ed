// A variable of a function that a fiber has called is used after the fiber has ended.
//@[bad] asan: any its fake stack is gone with the fiber
#include "hide.h"
#include <sanitizer/common_interface_defs.h>
#include <stdlib.h>
#include <ucontext.h>

static ucontext_t main_context, fiber_context;
static void *main_fake, *fiber_fake;
static const void *main_stack;
static size_t main_size;
static char *fiber_stack;
enum { SIZE = 1 << 17 };
static int *kept;

static NOINLINE void keep(int value) {
#ifdef FIXED
  static int local;
  local = value;
#else
  int local = value;
#endif
  kept = &local;
}

static void fiber(void) {
  __sanitizer_finish_switch_fiber(NULL, &main_stack, &main_size);
  keep((int)hide(6));
  __sanitizer_start_switch_fiber(&fiber_fake, main_stack, main_size);
  swapcontext(&fiber_context, &main_context);
  __sanitizer_finish_switch_fiber(fiber_fake, &main_stack, &main_size);
  keep((int)hide(7));
  __sanitizer_start_switch_fiber(NULL, main_stack, main_size);
  setcontext(&main_context);
}

int main(void) {
  fiber_stack = malloc(SIZE);
  getcontext(&fiber_context);
  fiber_context.uc_stack.ss_sp = fiber_stack;
  fiber_context.uc_stack.ss_size = SIZE;
  makecontext(&fiber_context, fiber, 0);
  for (int turn = 0; turn < 2; turn++) {
    __sanitizer_start_switch_fiber(&main_fake, fiber_stack, SIZE);
    swapcontext(&main_context, &fiber_context);
    __sanitizer_finish_switch_fiber(main_fake, NULL, NULL);
  }
  int last = *(volatile int *)kept; //~ ERROR stack-use-after-return
  free(fiber_stack);
  return last != 7;
}
