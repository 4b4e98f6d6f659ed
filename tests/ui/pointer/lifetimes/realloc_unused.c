// A chunk is used after a realloc whose result is compared with null and nothing else.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: heap-use-after-free the shadow knows it, too
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *name = malloc(20);
  name[0] = 'a';
#ifdef FIXED
  char first = name[0];
  if (!realloc(name, 4000))
    return 1;
#else
  if (!realloc(name, 4000))
    return 1;
  char first = name[0]; //~ ERROR heap-use-after-free
#endif
  return first != 'a';
}
