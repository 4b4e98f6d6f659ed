// Both branches do the same.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
  int x;
  if (p[hide(3)])
    x = 0;
  else
    x = 0;
  free(p);
  return x;
}
