// A field, then the whole structure.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct record {
  long first, second, third;
};

static NOINLINE long both(struct record *to, const struct record *from) {
  long first = from->first;
  *to = *from;
  return first;
}

int main(void) {
  struct record local;
  struct record *from = hide_pointer(calloc(3, sizeof(long)));
  long first = both(&local, from);
  touch(&local);
  free(from);
  return first;
}
