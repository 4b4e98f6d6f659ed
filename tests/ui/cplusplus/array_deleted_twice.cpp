// Deletes an array of objects with destructors twice; none runs for a second time.
//@ levels: O0 O1 O2 O3
//@ on: armv7-linux-gnueabihf heap-use-after-free the cookie is read first, and clang poisons none there
#include "hide.h"
#include <cstdlib>

static int left = 3;

struct Counted {
  long value = 1;
  ~Counted() {
    if (--left < 0) abort();
  }
};

int main() {
  Counted *all = static_cast<Counted *>(hide_pointer(new Counted[3]));
  delete[] all;
#ifdef FIXED
  touch(all);
#else
  delete[] all;  //~ ERROR double-free
#endif
}
