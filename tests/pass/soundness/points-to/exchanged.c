// An address is exchanged for another one, and what is written there fits.
//@ levels: O2
#include "hide.h"

static volatile int numbers[8];
static int *slot;

int main(void) {
  int index = 3;
  __atomic_exchange_n(&slot, &index, __ATOMIC_SEQ_CST);
  *slot = 7;
  return numbers[index] == 77;
}
