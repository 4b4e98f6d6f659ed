// A block that nobody reads is filled, and more.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(10);
  if (!p)
    return 1;
  memset(p, 0, hide(10));
  free(p);
  return 0;
}
