// An array whose memory the own operator of its class gives, and which is guarded like others.
//@ flags: -fsanitize-address-poison-custom-array-cookie
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
  long value = all[hide(1)].value;
  delete[] all;
  return value != 1;
}
