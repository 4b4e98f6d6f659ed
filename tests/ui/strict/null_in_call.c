// Null is handed to a function that only reads.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include "hide.h"

static NOINLINE int get(const int *from) {
  return *from; //~ ERROR SEGV
}

int main(void) {
  int x = 1;
  get(hide_pointer(0));
  (void)x;
  return 0;
}
