// Variables have a value on the paths on which they are used, and are in memory at first: scalars, an array, a structure.
#include "hide.h"

struct pair {
  int first;
  float second;
};

static int index_if(int is_set) {
  int index, table[3];
  struct pair pair;
  if (is_set) {
    index = 2;
    table[0] = 5;
    table[2] = 7;
    pair.first = 3;
    pair.second = 1;
  }
  if (!is_set)
    return 1;
  return index + table[0] + table[2] + pair.first + (int)pair.second;
}

static int in_loop(int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    int kept;
    if (i % 2 == 0)
      kept = i;
    if (i % 2 == 0)
      sum += kept;
  }
  return sum;
}

int main(void) {
  int all = index_if((int)hide(1)) + index_if((int)hide(0));
  return all == 19 && in_loop((int)hide(5)) == 6 ? 0 : 1;
}
