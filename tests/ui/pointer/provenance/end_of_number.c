// The end of a number belongs to the chunk of its text.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <stdlib.h>
#include <string.h>

NOINLINE static void set(char *const *end, long index) {
  (*end)[index] = 1; //~ ERROR cross-object-access
}

int main(void) {
  char *text = strcpy(malloc(64), "17 and more"), *other = malloc(64), *end;
  long distance = (char *)hide_pointer(other) - (char *)hide_pointer(text);
#ifdef FIXED
  distance = 40;
#endif
  long number = strtol(text, &end, 10);
  set(&end, 1);
  set(&end, distance);
  free(text);
  free(other);
  return number != 17;
}
