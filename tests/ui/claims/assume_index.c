// A function says that its index is below 10, and is called with 12.
//@ contains: the program assumes 12 < 10, which does not hold
//@ asan: any AddressSanitizer believes what is said
#include "hide.h"

__attribute__((noinline)) static int pick(const int *table, int index) {
  __builtin_assume(index < 10); //~ ERROR false-assumption
  return index < 0 ? 0 : table[index];
}

int main(void) {
  int table[20] = {0};
  touch(table);
#ifdef FIXED
  return pick(table, hide(9));
#else
  return pick(table, hide(12));
#endif
}
