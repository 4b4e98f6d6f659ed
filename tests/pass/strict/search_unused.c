// A loop looks for an end that nobody asks for.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = 'x';
  p[3] = 0;
  touch(p);
  for (char *at = p; *at; at++)
    ;
  free(p);
  return 0;
}
