// A block of no bytes is read.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *p = malloc(hide(1));
  if (!p)
    return 1;
  *p = 1;
  touch(p);
  (void)*p;
  free(p);
  return 0;
}
