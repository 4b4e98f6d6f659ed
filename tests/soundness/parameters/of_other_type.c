// The call passes a wider number than the function takes.
//@ levels: O2
//@[bad] asan: any a call with other types may pass anything
//@ kills-mutants: parameters/types
#include "hide.h"

static NOINLINE int at(volatile char *letters, unsigned char which) {
  return letters[260 - which]; //~ ERROR stack-buffer-overflow
}

int main(void) {
  volatile char letters[260] = {1};
#ifdef FIXED
  int which = hide(257);
#else
  int which = hide(256);
#endif
  if (which < 256)
    return 0;
  letters[1] = 2;
  if (which > 257)
    return 0;
  return ((int (*)(volatile char *, int))at)(letters, which) == 77;
}
