// A format prints an int as a double.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not compare formats with arguments
//@ contains: variable argument 2 is 'int' and is read as 'double'
#include "hide.h"
#include <stdio.h>

int main(void) {
#ifdef FIXED
  const char *format = hide_pointer("%s: %d\n");
#else
  const char *format = hide_pointer("%s: %f\n");
#endif
  return printf(format, "width", 5) < 0; //~ ERROR variadic-argument-mismatch
}
