// The pointer is loaded again, and is another one.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct owner {
  int *number;
};

static NOINLINE void replace(struct owner *owner) {
  free(owner->number);
#ifdef FIXED
  owner->number = calloc(1, 4);
#else
  owner->number = (int *)hide_pointer((char *)calloc(1, 4) + 4);
#endif
}

static NOINLINE int twice(struct owner *owner) {
  int sum = *owner->number;
  replace(owner);
  return sum + *owner->number; //~ ERROR heap-buffer-overflow
}

int main(void) {
  struct owner owner = {calloc(1, sizeof(int))};
  touch(&owner);
  return twice(&owner) != 0;
}
