// Without the option nothing is said of pairs.
//@ only: hosted the runtime of a board has no part for it
//@ flags: -fsanitize=address,pointer-compare,pointer-subtract
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *one = malloc(10), *other = malloc(10);
  touch(one);
  touch(other);
  int before = one < other;
  touch(&before);
  free(one);
  free(other);
  return 0;
}
