// A library function is given a pointer that was never set.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: comes from a pointer that was never written, in variable 'name' of main
#include "hide.h"
#include <string.h>

int main(void) {
  const char *name;
#ifdef FIXED
  name = "abc";
#else
  if (hide(1) == 2)
    name = "abc";
#endif
  return strlen(name) != 3; //~ ERROR uninitialized-pointer
}
