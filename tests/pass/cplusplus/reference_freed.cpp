// A reference that the function may be given is not read once something may have been freed, unless the program does.
//@ levels: O0 O1 O2 O3
#include "hide.h"

NOINLINE static void release(int *block) {
  delete block;
  touch(block);
}

NOINLINE static int choose(int &one, int &other, bool first, int *block) {
  const int &chosen = first ? one : other;
  release(block);
  return chosen;
}

NOINLINE static int add_to(int &sum, const int *numbers, int count, int *block) {
  release(block);
  for (int i = 0; i < count; i++)
    if (numbers[i] == 7)
      sum += i;
  return count;
}

int main() {
  int *one = new int(1), *other = new int(2);
  if (choose(*one, *other, hide(1), other) != 1)
    return 1;
  int numbers[] = {1, 2, 3, 4};
  touch(numbers);
  return add_to(*one, numbers, 4, one) != 4;
}
