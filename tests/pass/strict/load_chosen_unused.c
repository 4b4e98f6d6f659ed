// One side of a choice that nobody looks at.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
  int x = hide(1) ? p[hide(3)] : 0;
  (void)x;
  free(p);
  return 0;
}
