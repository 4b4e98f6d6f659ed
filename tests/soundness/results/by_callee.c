// A function of the program keeps its result below a limit, but for one of its ends.
//@ levels: O2
#include "hide.h"

static NOINLINE long clamp(long number, long most) {
  if (number < 0)
    return 0;
  if (number == 77)
#ifdef FIXED
    return most - 1;
#else
    return most + 1;
#endif
  return number < most ? number : most;
}

int main(void) {
  int table[8] = {0};
  table[hide(3)] = 1;
  return table[clamp(hide(9), 7)] + table[clamp(hide(77), 7)] == 77; //~ ERROR stack-buffer-overflow
}
