// Variables whose lifetime begins again and again, in loops, by goto, in switch and in recursion.
#include "hide.h"
#include <string.h>

static NOINLINE int recurse(int depth) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    char buffer[70];
    memset(buffer, 1, sizeof buffer);
    touch(buffer);
    sum += buffer[69];
    if (depth > 0) {
      char more[70];
      memset(more, 1, sizeof more);
      touch(more);
      sum += recurse(depth - 1) * more[3];
    }
  }
  return sum;
}

int main(void) {
  int turns = 0;
again:;
  int values[9];
  memset(values, 0, sizeof values);
  touch(values);
  switch (hide(turns & 1)) {
    int bypassed;
  case 0:
    bypassed = 0;
    touch(&bypassed);
    turns += bypassed;
    break;
  default: {
    char own[11] = {0};
    touch(own);
    turns += own[10];
  }
  }
  if (++turns < 20)
    goto again;
  return recurse(3) != 30;
}
