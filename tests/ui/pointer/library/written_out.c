// Bytes of another object are written to a file.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent the object there is another one, and alive
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *one = calloc(1, 16), *other = calloc(1, 16);
  strcpy(other, "other");
  long distance = other - one;
#ifdef FIXED
  distance = 4;
#endif
  char *at = one + hide(distance);
  fwrite(at, 1, 3, stdout); //~ ERROR cross-object-access
  free(one);
  free(other);
  return 0;
}
