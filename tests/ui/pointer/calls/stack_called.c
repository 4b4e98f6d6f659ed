// What lies on the stack is called as a function.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it reports the fault of the processor
//@ contains: data is called as a function 'long (long)'
#include "hide.h"

typedef long (*code)(long);

NOINLINE static long same(long it) { return it; }

int main(void) {
  unsigned char bytes[16] = {0xc3};
  touch(bytes);
#ifdef FIXED
  code call = (code)hide_pointer((void *)same);
#else
  code call = (code)hide_pointer(bytes);
#endif
  return call(1) == 77; //~ ERROR type-confused-call
}
