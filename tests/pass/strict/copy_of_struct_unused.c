// A structure is copied from a block that is too small, and not used.
#include "hide.h"
#include <stdlib.h>

struct big {
  char bytes[100];
};

int main(void) {
  struct big *p = malloc(sizeof *p);
  if (!p)
    return 1;
  touch(p);
  struct big copy = *p;
  (void)copy;
  free(p);
  return 0;
}
