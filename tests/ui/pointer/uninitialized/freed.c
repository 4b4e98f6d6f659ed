// What was allocated on another path alone is freed.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: uninitialized-pointer: attempting free on address
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *buffer;
#ifdef FIXED
  buffer = 0;
#endif
  if (hide(1) == 2)
    buffer = malloc(10);
  free(buffer); //~ ERROR uninitialized-pointer
  return 0;
}
