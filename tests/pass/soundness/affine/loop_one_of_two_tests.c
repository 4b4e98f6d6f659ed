// The loop goes on while one of two tests holds, and so long there is room.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int sum(const int *numbers, long count, long more) {
  int sum = 0;
  long i = 0;
  do {
#define FOUR(n) numbers[i + n] + numbers[i + n + 8] + numbers[i + n + 16] + numbers[i + n + 24]
    sum += FOUR(0) + FOUR(1) + FOUR(2) + FOUR(3) + FOUR(4) + FOUR(5) + FOUR(6) + FOUR(7);
    i++;
  } while ((i < count) | (i * 3 != more));
  return sum;
}

int main(void) {
  return sum(hide_pointer(calloc(101, sizeof(int))), hide(64), hide(3 * 70)) == 77;
}
