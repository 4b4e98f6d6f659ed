// The value that is read behind an array is used by nobody.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct table {
  int values[4];
  int sum;
};

int main(void) {
  struct table table = {0};
  touch(&table);
#ifdef FIXED
  (void)*(volatile int *)&table.values[hide(3)];
#else
  (void)*(volatile int *)&table.values[hide(4)]; //~ ERROR sub-object-overflow
#endif
  return 0;
}
