// Behind the front of a block, by a load whose value is not used.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
  (void)p[hide(0)];
  free(p);
  return 0;
}
