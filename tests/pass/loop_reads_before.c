// LLVM reads before a loop what only some of its iterations read and write. Where none does, the local may be out of scope, and the global
// poisoned.
//@ levels: O0 O1 O2 O3 Os
#include "hide.h"
#include <sanitizer/asan_interface.h>

typedef struct {
  int first, second;
} pair;

static NOINLINE int of_a_local(int turns, int from) {
  int *place, sum = 0;
  {
    int inner = from;
    touch(&inner);
    place = &inner;
  }
  for (int i = 0; i < turns; i++)
    if (i > from) {
      *place += i;
      sum += *place;
    }
  return sum;
}

static NOINLINE int of_a_part(int turns, int from) {
  pair *place;
  int sum = 0;
  {
    pair inner = {from, 1};
    touch(&inner);
    place = &inner;
  }
  for (int i = 0; i < turns; i++) {
    if (i > from)
      place->second ^= i;
    if (i > from + 1)
      sum += place->second;
  }
  return sum;
}

static int pool[4];

static NOINLINE int of_a_global(int turns, int from) {
  int sum = 0;
  __asan_poison_memory_region(&pool[2], 2 * sizeof pool[0]);
  for (int i = 0; i < turns; i++)
    if (i > from) {
      pool[2] += i;
      sum += pool[2];
    }
  __asan_unpoison_memory_region(&pool[2], 2 * sizeof pool[0]);
  return sum;
}

int main(void) {
  return of_a_local(hide(10), hide(100)) + of_a_part(hide(10), hide(100)) + of_a_global(hide(10), hide(100));
}
