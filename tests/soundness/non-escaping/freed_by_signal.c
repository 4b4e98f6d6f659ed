// A signal handler frees the chunk, which a variable knows.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <signal.h>

static volatile int *volatile known;

static void handle(int signal) {
  if (known)
#ifdef FIXED
    known[0] = signal;
#else
    free((void *)known);
  (void)signal;
#endif
}

int main(void) {
  signal(SIGUSR1, handle);
  volatile int *block = malloc(hide(4) * sizeof *block);
  block[0] = 1;
  known = block;
  raise(SIGUSR1);
#ifdef FIXED
  int sum = block[0];
  free((void *)block);
  return sum != SIGUSR1;
#else
  return block[0] == 77; //~ ERROR heap-use-after-free
#endif
}
