// Assembly writes to an address, and what it writes fits.
//@ levels: O2
#include "hide.h"

static volatile int numbers[8];
int main(void) {
  int index = 3;
  __asm__ volatile("movl $7, (%0)" : : "r"(&index) : "memory");
  return numbers[index] == 77;
}
