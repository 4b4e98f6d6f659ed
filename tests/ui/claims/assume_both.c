// A condition of two parts, of which one does not hold.
//@ contains: the program assumes a condition that does not hold
//@ asan: any AddressSanitizer believes what is said
#include "hide.h"

__attribute__((noinline)) static int sum(const int *numbers, int from, int to) {
  __builtin_assume(0 <= from && from <= to); //~ ERROR false-assumption
  int all = 0;
  for (int i = from; i < to; i++) all += numbers[i];
  return all;
}

int main(void) {
  int numbers[8] = {0};
  touch(numbers);
#ifdef FIXED
  return sum(numbers, hide(2), hide(7));
#else
  return sum(numbers, hide(7), hide(2));
#endif
}
