// A copy that the compiler does not take for one, far beyond its object: into another chunk.
//@ flags: -fno-builtin
//@ levels: O1 O2
//@ asan: silent only the shadow is asked
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *near = malloc(16), *other = malloc(16);
#ifdef FIXED
  long distance = hide(8);
  memset(near + distance, 0, 8);
#else
  long distance = hide(other - near);
  memset(near + distance, 0, 16); //~ ERROR heap-buffer-overflow
#endif
  touch(near);
  touch(other);
  free(near);
  free(other);
  return 0;
}
