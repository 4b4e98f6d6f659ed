// Arrays of all sizes and their last bytes, at places that a table names: how far they are addressable is found out in steps.
//@ only: hosted a board has less memory
//@ levels: O1 O2 O3
#include "hide.h"
#include <stdlib.h>
#include <string.h>
static NOINLINE unsigned long sum_of(const unsigned char *bytes, const unsigned *places, int count) {
  unsigned long sum = 0;
  for (int i = 0; i < count; i++)
    sum += bytes[places[i]];
  return sum;
}

static NOINLINE unsigned long sum_around(const unsigned char *middle, const int *places, int count) {
  unsigned long sum = 0;
  for (int i = 0; i < count; i++)
    sum += middle[places[i]];
  return sum;
}

static NOINLINE void mark(unsigned short *marks, const unsigned *places, int count) {
  for (int i = 0; i < count; i++)
    marks[places[i]] ^= (unsigned short)i;
}

static NOINLINE void check(size_t size) {
  unsigned places[64];
  int around[64];
  unsigned char *bytes = malloc(size);
  unsigned short *marks = calloc(size, sizeof *marks);
  if (!bytes || !marks)
    abort();
  memset(bytes, 1, size);
  unsigned random = (unsigned)size;
  for (int i = 0; i < 64; i++) {
    random = random * 1103515245 + 12345;
    places[i] = i < 8 ? (unsigned)(size - 1 - (size_t)i % size) : (unsigned)((random >> 3) % size);
    around[i] = (int)places[i] - (int)(size / 2);
  }
  touch(places);
  touch(around);
  if (sum_of(bytes, places, (int)hide(64)) != 64 || sum_around(bytes + size / 2, around, (int)hide(64)) != 64)
    abort();
  mark(marks, places, (int)hide(64));
  mark(marks, places, (int)hide(64));
  for (size_t i = 0; i < size; i++)
    if (marks[i])
      abort();
  free(bytes);
  free(marks);
}

int main(void) {
  for (size_t size = 1; size < 200; size++)
    check(size);
  for (size_t size = 1000; size < 3000000; size = size * 17 / 9)
    check(size);
  return 0;
}
