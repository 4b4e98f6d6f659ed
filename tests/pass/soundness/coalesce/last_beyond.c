// The last of several neighbours ends with the object, in the middle of a granule.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct three {
  long first;
  long second;
  int third;
};

static NOINLINE long all(struct three *three) {
  long sum = three->first;
  sum += three->second;
  sum += three->third;
  return sum;
}

int main(void) {
  struct three *three = hide_pointer(calloc(1, (unsigned long)hide(20)));
  long sum = all(three);
  free(three);
  return sum != 0;
}
