// A format prints a number as a text.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not compare formats with arguments
//@ contains: variable argument 1 is 'int' and is read as 'void *'
#include "hide.h"
#include <stdio.h>

int main(void) {
#ifdef FIXED
  const char *format = hide_pointer("%d\n");
#else
  const char *format = hide_pointer("%s\n");
#endif
  return fprintf(stdout, format, 5) < 0; //~ ERROR variadic-argument-mismatch
}
