// A constant index is inside both objects.
//@ levels: O2
#include "hide.h"

static char large[64], small[64];

int main(void) {
  char *chosen = hide(1) ? small : large;
  return chosen[40];
}
