// An array of a signal handler is overrun.
#include "hide.h"
#include <signal.h>

static void handle(int signal) {
  char local[30] = {0};
  touch(local);
#ifdef FIXED
  local[hide(29)] = signal;
#else
  local[hide(30)] = signal; //~ ERROR stack-buffer-overflow
#endif
  touch(local);
}

int main(void) {
  signal(SIGUSR1, handle);
  return raise(SIGUSR1);
}
