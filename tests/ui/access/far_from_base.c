// A member of a structure at any distance from what the pointer holds, before and behind it, aligned and not: the last byte of a chunk, and the
// one behind it.
//@[bad] levels: O0 O2
//@[fixed] levels: O2
//@ defines: DISTANCE=-24 DISTANCE=-17 DISTANCE=-8 DISTANCE=-3 DISTANCE=3 DISTANCE=8 DISTANCE=9 DISTANCE=12 DISTANCE=47 DISTANCE=1048580
#include "hide.h"
#include <stdlib.h>

struct __attribute__((packed)) number {
  int value;
};

static NOINLINE int number_at(const char *base) {
  return ((const struct number *)(base + DISTANCE))->value;
}

static NOINLINE int letter_at(const char *base) {
  return base[DISTANCE]; //~ ERROR heap-buffer-overflow
}

int main(void) {
  int sum = 0;
  for (long size = 40; size < 56; size++) {
    char *block = calloc(1, size);
    char *end = hide_pointer(block + size);
    sum += number_at(end - DISTANCE - 4) + letter_at(end - DISTANCE - 1);
    sum += number_at(block - DISTANCE) + letter_at(block - DISTANCE);
#ifndef FIXED
    if (size == 53)
      sum += letter_at(end - DISTANCE);
#endif
    free(block);
  }
  return sum;
}
