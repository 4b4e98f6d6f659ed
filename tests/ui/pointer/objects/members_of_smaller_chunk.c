// The members are compared as one: the one that lies behind the chunk is told, though the first two are read before it.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <stdlib.h>

struct record {
  int kind;
  int size;
  long value;
};

NOINLINE static long sum(const struct record *record) {
  long sum = record->kind;
  sum += record->size;
  sum += record->value; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  struct record *record = malloc(hide(sizeof *record));
  record->value = -3;
#else
  struct record *record = malloc(hide(2 * sizeof(int)));
#endif
  record->kind = 1;
  record->size = 2;
  long result = sum(record);
  free(record);
  return (int)result;
}
