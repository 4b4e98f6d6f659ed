// The length of a text in another object is asked for.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent the object there is another one, and alive
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <string.h>
#include <stdlib.h>

int main(void) {
  char *one = calloc(1, 16), *other = calloc(1, 16);
  strcpy(other, "other");
  long distance = other - one;
#ifdef FIXED
  distance = 4;
#endif
  char *at = one + hide(distance);
  size_t length = strlen(at); //~ ERROR cross-object-access
  free(one);
  free(other);
  return length > 15;
}
