// A store into a freed block, and the end.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(16);
  if (!p)
    return 1;
  p[hide(1)] = 1;
  free(p);
  return 0;
}
