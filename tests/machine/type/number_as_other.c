// The bits of a float are read through a pointer to integers.
//@ flags: --check=type
#include "hide.h"
#include <string.h>

static int bits(float *number) {
#ifdef FIXED
  int copy;
  memcpy(&copy, number, sizeof copy);
  return copy;
#else
  return *(int *)number; //~ ERROR type-aliasing-violation
#endif
}

int main(void) {
  float number = hide(2);
  return bits(&number) == 0x40000000 ? 0 : 1;
}
