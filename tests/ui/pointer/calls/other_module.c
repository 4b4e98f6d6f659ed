// Another module declares a function otherwise than it is defined.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ aux: aux/area.c
//@ contains: 'long (int, int)' is called as 'long (long, int)'
#include "hide.h"

#ifdef FIXED
long area(int width, int height);
#else
long area(long width, int height);
#endif

int main(void) {
  return area((int)hide(3), 4) != 12; //~ ERROR type-confused-call
}
