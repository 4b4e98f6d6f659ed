// No case does anything.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
  switch (p[hide(3)]) {
  case 1:
    break;
  default:
    break;
  }
  free(p);
  return 0;
}
