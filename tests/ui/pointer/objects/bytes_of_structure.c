// A structure is cleared byte by byte, and some of another one with it.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <stdlib.h>

struct record {
  long id;
  char text[40];
};

struct table {
  struct record *record;
};

NOINLINE static void clear(struct table *table, long from, long to) {
  unsigned char *bytes = (unsigned char *)table->record;
  for (long i = from; i < to; i++)
    bytes[i] = 0; //~ ERROR cross-object-access
}

int main(void) {
  struct record *first = calloc(1, sizeof *first), *second = calloc(1, sizeof *second);
  struct table table = {first};
  long from = (char *)hide_pointer(second) - (char *)hide_pointer(first);
#ifdef FIXED
  from = hide(0);
#endif
  clear(&table, from, from + 8);
  free(first);
  free(second);
  return 0;
}
