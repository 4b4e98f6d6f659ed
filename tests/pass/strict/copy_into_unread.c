// A string is copied to where nobody reads it.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(4);
  if (!p)
    return 1;
  memcpy(p, "hello", hide(4));
  free(p);
  return 0;
}
