// What only some turns of a loop read and write is a local that is poisoned; no turn does.
//@ levels: O2
#include "hide.h"
#include <sanitizer/asan_interface.h>

static NOINLINE int at(int turns, int from) {
  int sum = 0, pool[16] = {0};
  touch(pool);
  __asan_poison_memory_region(&pool[8], 8 * sizeof pool[0]);
  for (int i = 0; i < turns; i++)
    if (i > from) {
      pool[9] += i;
      sum += pool[9];
    }
  __asan_unpoison_memory_region(&pool[8], 8 * sizeof pool[0]);
  return sum;
}

int main(void) { return at(hide(10), hide(100)) == 77; }
