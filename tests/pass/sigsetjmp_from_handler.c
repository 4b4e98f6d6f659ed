// A signal handler jumps out of itself.
#include "hide.h"
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf place;

static void handle(int signal) {
  char local[64];
  touch(local);
  siglongjmp(place, signal);
}

int main(void) {
  signal(SIGUSR1, handle);
  for (volatile int i = 0; i < 10; i++) {
    char local[200] = {0};
    touch(local);
    if (sigsetjmp(place, 1) == 0)
      raise(SIGUSR1);
    touch(local);
  }
  return 0;
}
