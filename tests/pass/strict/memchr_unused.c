// A search for nothing.
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
  (void)!memchr(p, 77, hide(16));
  free(p);
  return 0;
}
