// Calls that must reuse the frame, from functions with protected objects.
#include "hide.h"

// LLVM 19 cannot do so on RISC-V.
#if defined(__has_attribute) && !defined(__riscv)
#if __has_attribute(musttail)
#define TAIL __attribute__((musttail))
#endif
#endif
#ifndef TAIL
#define TAIL
#endif

static NOINLINE int odd(long number);

static NOINLINE int even(long number) {
  char local[40] = {0};
  touch(local);
  if (number == 0)
    return 1 + local[hide(39)];
  TAIL return odd(number - 1);
}

static NOINLINE int odd(long number) {
  int local[7] = {0};
  touch(local);
  if (number == 0)
    return local[hide(6)];
  TAIL return even(number - 1);
}

int main(void) { return !even(hide(1000)); }
