// An address is exchanged for another one, and written to.
//@ levels: O2
//@ kills-mutants: points-to/exchanged
#include "hide.h"

static volatile int numbers[8];
static int *slot;

int main(void) {
  int index = 3;
  __atomic_exchange_n(&slot, &index, __ATOMIC_SEQ_CST);
#ifdef FIXED
  *slot = 7;
#else
  *slot = 8;
#endif
  return numbers[index] == 77; //~ ERROR global-buffer-overflow
}
