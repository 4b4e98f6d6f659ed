// The last member of the last element lies behind the chunk.
//@ levels: O2
//@ kills-mutants: cached-bound/rest
#include "hide.h"
#include <stdlib.h>
struct point {
  int x, y, z, weight;
};
static NOINLINE int sum_of(const struct point *points, const unsigned *places, int count, int turns) {
  int sum = 0;
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < count; i++)
      sum += points[places[i]].weight; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  unsigned places[] = {4, 1, 3, 0, 5, 3, 1};
#ifdef FIXED
  struct point *points = calloc(1, 5 * sizeof *points + hide(16));
#else
  struct point *points = calloc(1, 5 * sizeof *points + hide(12));
#endif
  touch(places);
  int sum = sum_of(points, places, (int)hide(7), (int)hide(1));
  free(points);
  return sum == 77;
}
