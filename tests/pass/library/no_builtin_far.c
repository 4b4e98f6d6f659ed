// A copy that the compiler does not take for one, within its object.
//@ flags: -fno-builtin
//@ levels: O1 O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *near = malloc(16), *other = malloc(16);
  long distance = hide(8);
  memset(near + distance, 0, 8);
  touch(near);
  touch(other);
  free(near);
  free(other);
  return 0;
}
