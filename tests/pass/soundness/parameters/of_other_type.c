// The call passes a wider number than the function takes, and its lowest bits fit.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(volatile char *letters, unsigned char which) {
  return letters[260 - which];
}

int main(void) {
  volatile char letters[260] = {1};
  int which = hide(257);
  if (which < 256)
    return 0;
  letters[1] = 2;
  if (which > 257)
    return 0;
  return ((int (*)(volatile char *, int))at)(letters, which) == 77;
}
