// A number is called as a function.
//@ contains: a wild function pointer
#include "hide.h"

static NOINLINE int function(void) { return 3; }

int main(void) {
#ifdef FIXED
  int (*volatile pointer)(void) = (int (*)(void))hide((long)function);
#else
  int (*volatile pointer)(void) = (int (*)(void))hide((long)function * 0 + 0x123456789);
#endif
  int result = pointer(); //~ ERROR SEGV
  return result != 3;
}
