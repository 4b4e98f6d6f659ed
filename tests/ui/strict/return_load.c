// What a function that has returned had on its stack.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include "hide.h"

static int *kept;

static NOINLINE void keep(void) {
  int x = 1;
  kept = &x;
  touch(&kept);
}

int main(void) {
  keep();
  (void)*kept; //~ ERROR stack-use-after-return
}
