// Assembly writes to an address.
//@ only: x86_64 the statement is this processor's
//@ levels: O2
//@ kills-mutants: points-to/assembly
#include "hide.h"

static volatile int numbers[8];
int main(void) {
  int index = 3;
#ifdef FIXED
  __asm__ volatile("movl $7, (%0)" : : "r"(&index) : "memory");
#else
  __asm__ volatile("movl $8, (%0)" : : "r"(&index) : "memory");
#endif
  return numbers[index] == 77; //~ ERROR global-buffer-overflow
}
