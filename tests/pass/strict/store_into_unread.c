// A block that nobody reads.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *p = malloc(hide(4));
  if (!p)
    return 1;
  p[hide(3)] = 1;
  free(p);
  return 0;
}
