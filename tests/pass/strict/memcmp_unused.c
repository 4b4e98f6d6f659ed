// A comparison for nothing.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
  char *q = (char *)p + hide(8);
  (void)!memcmp(q, p, 8);
  free(p);
  return 0;
}
