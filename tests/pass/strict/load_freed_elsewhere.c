// Another function has freed what is read for nothing.
#include "hide.h"
#include <stdlib.h>

static NOINLINE void end(int *block) {
  free(block);
}

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);

  (void)p[hide(2)];
  end(p);
  return 0;
}
