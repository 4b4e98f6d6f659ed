// A block is copied from a place in another chunk.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
#include "hide.h"
#include <stdlib.h>
#include <string.h>

NOINLINE static void read_record(char *to, const char *file, long offset) {
  memcpy(to, file + offset, 16); //~ ERROR cross-object-access
}

int main(void) {
  char *file = calloc(1, 500), *other = calloc(1, 500), record[16];
  long distance = hide(other - file);
  const char *lower = distance > 0 ? file : other;
  distance = distance < 0 ? -distance : distance;
#ifdef FIXED
  distance = 484;
#endif
  read_record(record, lower, distance);
  return record[0];
}
