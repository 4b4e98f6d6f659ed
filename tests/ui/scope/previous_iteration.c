// Each iteration uses the variable of the one before.
#include "hide.h"

int main(void) {
  int *kept = 0;
  for (int i = 0; i < 3; i++) {
#ifndef FIXED
    if (kept)
      *(volatile int *)kept = i; //~ ERROR stack-use-after-scope
#endif
    int own = i;
    touch(&own);
    kept = hide_pointer(&own);
#ifdef FIXED
    *(volatile int *)kept = i;
#endif
  }
  return 0;
}
