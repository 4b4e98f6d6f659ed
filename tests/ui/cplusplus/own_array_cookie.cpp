// Reads the number of elements before an array that the class's own operator gave the memory for.
//@ flags: -fsanitize-address-poison-custom-array-cookie
//@ only: 64-bit clang poisons no cookies as the 32-bit Arm ABI has them
#include "hide.h"
#include <cstdlib>

struct Counted {
  long value = 1;
  ~Counted() { touch(this); }
  static void *operator new[](std::size_t size) { return std::malloc(size); }
  static void operator delete[](void *block) { std::free(block); }
};

int main() {
  Counted *all = new Counted[hide(4)];
  touch(all);
#ifdef FIXED
  long value = all[hide(1)].value;
  delete[] all;
  return value != 1;
#else
  long value = all[hide(-1)].value;  //~ ERROR heap-buffer-overflow
  delete[] all;
  return value != 4;
#endif
}
