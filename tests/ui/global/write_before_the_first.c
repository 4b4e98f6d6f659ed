// The program's first variable lies behind those of the runtime, which such a write must not change.
//@ only: hosted there is no memory below the first variable of a board
//@ asan: silent it changes what lies before
#include "hide.h"

unsigned long long first[2];

__attribute__((noinline)) static void set(char *at) {
  *(unsigned long long *)at = 7; //~ ERROR global-buffer-overflow
}

int main(void) {
#ifdef FIXED
  set((char *)first + hide(0));
#else
  set((char *)first + hide(-16));
#endif
  return 0;
}
