// Globals that the program has poisoned by hand, in loops that never come to them.
#include "hide.h"
#include <sanitizer/asan_interface.h>

int plain = 1, tentative;
static long row[8];

static NOINLINE void visit(const int *from, int n, int which) {
  for (int i = 0; i < n; i++)
    if (from[i] > 4) {
      plain += from[i];
      tentative += from[i];
      row[1] += from[i];
      row[which] += from[i];
    }
}

int main(void) {
  int from[4] = {1, 2, 3, 4};
  touch(from);
  __asan_poison_memory_region(&plain, sizeof plain);
  __asan_poison_memory_region(&tentative, sizeof tentative);
  __asan_poison_memory_region(row, sizeof row);
  visit(from, hide(4), hide(9));
  __asan_unpoison_memory_region(&plain, sizeof plain);
  __asan_unpoison_memory_region(&tentative, sizeof tentative);
  __asan_unpoison_memory_region(row, sizeof row);
  from[2] = 5;
  touch(from);
  visit(from, hide(4), hide(7));
  return !(plain == 6 && tentative == 5 && row[1] == 5 && row[7] == 5);
}
