// The first field was checked, the copy of the whole structure was not.
//@ levels: O2
//@ contains: READ of size 24
#include "hide.h"
#include <stdlib.h>

struct record {
  long long first, second, third;
};

static NOINLINE long long both(struct record *to, const struct record *from) {
  long long first = from->first;
  *to = *from; //~ ERROR heap-buffer-overflow
  return first;
}

int main(void) {
  struct record local;
#ifdef FIXED
  struct record *from = hide_pointer(calloc(3, sizeof(long long)));
#else
  struct record *from = hide_pointer(calloc(2, sizeof(long long)));
#endif
  long long first = both(&local, from);
  touch(&local);
  free(from);
  return first;
}
