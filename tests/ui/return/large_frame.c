// An array of almost all that a frame may keep is used after return.
#include "hide.h"

static char *kept;

// The frame is of the largest class of slots.
static NOINLINE void keep(int value) {
#ifdef FIXED
  static char small[10], large[60000];
#else
  char small[10], large[60000];
#endif
  kept = large;
  for (long i = 0; i < hide(sizeof large); i++)
    large[i] = (char)value;
  small[hide(9)] = large[hide(59999)];
  if (value == 1000)
    kept = small;
}

int main(void) {
  keep((int)hide(3));
  return ((volatile char *)kept)[hide(59999)] != 3; //~ ERROR stack-use-after-return
}
