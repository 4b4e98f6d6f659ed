// The old address of a block that has moved.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
  int *q = realloc(p, 4000);
  if (!q)
    return 1;
  (void)q[hide(0)];
  free(q);
  return 0;
}
