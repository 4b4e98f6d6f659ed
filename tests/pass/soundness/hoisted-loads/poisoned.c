// What only some turns of a loop read and write is poisoned; no turn does.
//@ levels: O2
#include "hide.h"
#include <sanitizer/asan_interface.h>

static int pool[4];

static NOINLINE int at(int turns, int from) {
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

int main(void) { return at(hide(10), hide(100)) == 77; }
