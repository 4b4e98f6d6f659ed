// A counter that nobody reads.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = calloc(4, sizeof *p);
  if (!p)
    return 1;
  p[hide(3)]++;
  free(p);
  return 0;
}
