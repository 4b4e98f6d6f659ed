// A constant index is inside the larger of two objects, not inside the other.
//@ only: hosted redzones of a board are short
//@ levels: O2
#include "hide.h"

#ifdef FIXED
static char large[64], small[64];
#else
static char large[64], small[20];
#endif

int main(void) {
  char *chosen = hide(1) ? small : large;
  return chosen[40]; //~ ERROR global-buffer-overflow
}
