// Pointers one past the end are computed and compared, never used.
#include "hide.h"
#include <stdlib.h>

static int global[8];

static NOINLINE int sum(const int *from, const int *end) {
  int total = 0;
  while (from != end)
    total += *from++;
  return total;
}

int main(void) {
  int local[8] = {0};
  int *heap = calloc(8, sizeof *heap);
  touch(local);
  touch(heap);
  int total = sum(global, global + 8) + sum(local, local + 8) + sum(heap, heap + hide(8));
  for (int *down = heap + 8; down > heap;)
    total += *--down;
  int behind = &heap[hide(8)] - heap;
  free(heap);
  return total + (behind != 8);
}
