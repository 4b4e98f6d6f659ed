// One iteration of a loop reads and writes what is poisoned in a copy of an argument.
//@ levels: O2
//@ kills-mutants: hoisted-loads/by-value
#include "hide.h"
#include <sanitizer/asan_interface.h>

struct room {
  int at[16];
};

static NOINLINE int at(struct room room, int turns, int from) {
  int sum = 0;
  touch(&room);
  __asan_poison_memory_region(&room.at[8], 8 * sizeof room.at[0]);
  for (int i = 0; i < turns; i++)
    if (i > from) {
      room.at[9] += i; //~ ERROR use-after-poison
      sum += room.at[9];
    }
  __asan_unpoison_memory_region(&room.at[8], 8 * sizeof room.at[0]);
  return sum;
}

int main(void) {
  struct room room = {{0}};
#ifdef FIXED
  return at(room, hide(10), hide(100)) == 77;
#else
  return at(room, hide(10), hide(8)) == 77;
#endif
}
