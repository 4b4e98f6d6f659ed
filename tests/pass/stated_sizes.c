// Sizes that the source states hold: of arrays on stack, heap and in structures, of allocations that fail, and of parameters that are larger than stated.
#include "hide.h"
#include <stdlib.h>

struct point {
  int x, y;
};

__attribute__((noinline)) static int sum(const int numbers[static 3]) {
  int all = 0;
  for (int i = 0; i < 3; i++)
    all += numbers[i];
  return all;
}

__attribute__((noinline)) static int height(const struct point points[const restrict static 2]) {
  return points[1].y - points[0].y;
}

__attribute__((noinline)) static int upto(int count, const int numbers[static count]) { return numbers[count - 1]; }

__attribute__((noinline, alloc_size(1))) static void *take(size_t size, int fails) {
  return fails ? NULL : malloc(size);
}

struct pair {
  int numbers[3];
  struct point points[2];
};

int main(void) {
  struct pair pair = {{1, 2, 3}, {{0, 0}, {0, 6}}};
  touch(&pair);
  int *heap = take(4 * sizeof *heap, hide(0));
  if (take(8, hide(1)))
    return 1;
  for (int i = 0; i < 4; i++)
    heap[i] = i;
  int result = sum(pair.numbers) + height(pair.points) + sum(heap + 1) + upto(hide(4), heap);
  free(heap);
  return result != 21;
}
