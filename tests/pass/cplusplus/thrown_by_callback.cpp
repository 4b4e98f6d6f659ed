// An exception leaves a function of the C library that called back: frames between are cleaned up, and the caller catches it.
#include "hide.h"
#include <cstdlib>

static int released;

struct guard {
  ~guard() { released++; }
};

static int refuse(const void *a, const void *b) {
  int left = *static_cast<const int *>(a), right = *static_cast<const int *>(b);
  if (left == 7 || right == 7)
    throw left + right;
  return left - right;
}

NOINLINE static void sort(int *numbers, int count) {
  guard held;
  qsort(numbers, count, sizeof *numbers, refuse);
}

NOINLINE static int caught(int special) {
  int numbers[10];
  for (int i = 0; i < 10; i++)
    numbers[i] = 20 - i;
  numbers[hide(4)] = special;
  try {
    sort(numbers, 10);
  } catch (int) {
    return 1;
  }
  return numbers[0] <= numbers[1] ? 0 : 2;
}

int main() {
  for (int i = 0; i < 20; i++)
    if (caught(7) != 1 || caught(3) != 0)
      return 1;
  return released == 40 ? 0 : 2;
}
