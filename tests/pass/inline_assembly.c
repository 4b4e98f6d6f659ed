// Assembly with memory operands, with jumps, and as a whole function.
//@ only: x86_64 the statement is this processor's
#include "hide.h"

static NOINLINE long increment(long *numbers, long index) {
  __asm__("incq %0" : "+m"(numbers[index]));
  return numbers[index];
}

static NOINLINE int is_zero(long value) {
  char local[20] = {0};
  touch(local);
  __asm__ goto("testq %0, %0; jz %l1" : : "r"(value) : "cc" : zero);
  return local[hide(3)];
zero:
  return local[hide(19)] + 1;
}

__attribute__((naked)) static int seven(void) { __asm__("movl $7, %eax; ret"); }

int main(void) {
  long numbers[3] = {0, 0, 4};
  touch(numbers);
  return increment(numbers, hide(2)) - 5 + is_zero(hide(0)) - 1 + is_zero(hide(1)) + seven() - 7;
}
