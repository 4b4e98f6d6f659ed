// One iteration of a loop reads and writes a local that is poisoned.
//@ levels: O2
//@[bad] asan: any it asks about no constant place of a variable
//@ kills-mutants: hoisted-loads/captured
#include "hide.h"
#include <sanitizer/asan_interface.h>

static NOINLINE int at(int turns, int from) {
  int sum = 0, pool[16] = {0};
  touch(pool);
  __asan_poison_memory_region(&pool[8], 8 * sizeof pool[0]);
  for (int i = 0; i < turns; i++)
    if (i > from) {
      pool[9] += i; //~ ERROR use-after-poison
      sum += pool[9];
    }
  __asan_unpoison_memory_region(&pool[8], 8 * sizeof pool[0]);
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(10), hide(100)) == 77; }
#else
int main(void) { return at(hide(10), hide(8)) == 77; }
#endif
