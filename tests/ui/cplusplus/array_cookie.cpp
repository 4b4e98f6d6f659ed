// Reads the number of elements that `new[]` keeps before the first one.
//@ only: 64-bit clang poisons no cookies as the 32-bit Arm ABI has them
#include "hide.h"

struct Counted {
  long value = 1;
  ~Counted() { touch(this); }
};

int main() {
  Counted *all = new Counted[hide(4)];
  touch(all);
#ifdef FIXED
  long value = all[hide(0)].value;
  delete[] all;
  return value != 1;
#else
  long value = all[hide(-1)].value;  //~ ERROR heap-buffer-overflow
  delete[] all;
  return value != 4;
#endif
}
