// A loop adds up what nobody asks for.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += p[i];
  (void)sum;
  free(p);
  return 0;
}
