// A function is called by its number.
#include "hide.h"

static NOINLINE int function(void) { return 3; }

int main(void) {
  int (*volatile pointer)(void) = (int (*)(void))hide((long)function);
  int result = pointer();
  return result != 3;
}
