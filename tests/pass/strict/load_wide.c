// A number reaches beyond the block; it is not used.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
  char *bytes = (char *)p + hide(8);
  (void)*(long *)bytes;
  free(p);
  return 0;
}
