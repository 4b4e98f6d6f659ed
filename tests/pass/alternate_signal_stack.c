// A handler on its own stack, which lies in the heap.
#include "hide.h"
#include <signal.h>
#include <stdlib.h>

static volatile int seen;

static void handle(int signal) {
  char local[500] = {0};
  touch(local);
  seen = signal + local[hide(499)];
}

int main(void) {
  stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
  if (sigaltstack(&stack, NULL) != 0)
    return 2;
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigaction(SIGUSR1, &action, NULL);
  for (int i = 0; i < 5; i++)
    raise(SIGUSR1);
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, NULL);
  free(stack.ss_sp);
  return seen != SIGUSR1;
}
