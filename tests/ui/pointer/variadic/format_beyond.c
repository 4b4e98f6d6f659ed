// A format that is chosen at run time prints more than was passed.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not compare formats with arguments
//@ contains: 1 variable argument was passed, and another one is read as 'integer'
#include "hide.h"
#include <stdio.h>

int main(void) {
#ifdef FIXED
  const char *format = hide_pointer("%d%%\n");
#else
  const char *format = hide_pointer("%d of %d\n");
#endif
  char text[40];
  snprintf(text, sizeof(text), format, 1); //~ ERROR variadic-argument-mismatch
  return text[0] != '1';
}
