// An array of a signal handler.
#include "hide.h"
#include <signal.h>

static void handle(int signal) {
  char local[30] = {0};
  touch(local);
  local[hide(29)] = signal;
  touch(local);
}

int main(void) {
  signal(SIGUSR1, handle);
  return raise(SIGUSR1);
}
