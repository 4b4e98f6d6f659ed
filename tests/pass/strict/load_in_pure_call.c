// A function that only reads is called for nothing.
#include "hide.h"
#include <stdlib.h>

static NOINLINE int get(const int *from) {
  return *from;
}

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
  get(p + hide(3));
  free(p);
  return 0;
}
