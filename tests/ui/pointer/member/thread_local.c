// A structure that each thread has of its own.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct buffer {
  char bytes[16];
  int used;
  int more;
};

static _Thread_local struct buffer buffer;

int main(void) {
  touch(&buffer);
#ifdef FIXED
  buffer.bytes[hide(15)] = 1;
#else
  buffer.bytes[hide(16)] = 1; //~ ERROR sub-object-overflow
#endif
  return buffer.used;
}
