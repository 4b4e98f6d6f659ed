// The difference of a value and itself.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
  int *q = p + hide(3);
  int x = *q - *q;
  free(p);
  return x;
}
