// A handler on its own stack jumps out of itself, over frames on both stacks; both are used again.
//@ options: detect_stack_use_after_return=0
#include "hide.h"
#include <setjmp.h>
#include <signal.h>
#include <string.h>

static sigjmp_buf place;
static char signal_stack[1 << 16];

static NOINLINE void jump(void) {
  char local[100];
  touch(local);
  siglongjmp(place, 1);
}

static void handle(int signal) {
  char local[500] = {0};
  touch(local);
  if (local[hide(499)] == 0)
    jump();
  touch(&signal);
}

static NOINLINE void interrupted(int depth) {
  char local[300];
  memset(local, 1, hide(sizeof local));
  touch(local);
  if (depth > 0)
    interrupted(depth - 1);
  else
    raise(SIGUSR1);
  touch(local);
}

static NOINLINE void fill(char *memory, long size) {
  memset(memory, 1, hide(size));
  ((volatile char *)memory)[hide(size - 1)] = 1;
}

// Does not make its own frame good, as code of other compilers does not.
__attribute__((noinline, no_sanitize("address"))) static int use(void) {
  char local[9000];
  fill(local, sizeof local);
  return local[8999];
}

int main(void) {
  stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
  if (sigaltstack(&stack, NULL) != 0)
    return 2;
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, NULL);
  for (volatile int i = 0; i < 5; i++) {
    if (sigsetjmp(place, 1) == 0)
      interrupted(10);
    if (use() != 1)
      return 1;
  }
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, NULL);
  memset(signal_stack, 0, hide(sizeof signal_stack));
  return 0;
}
