// Two objects define the array tentatively; the linker keeps one of them.
//@ only: x86_64 elsewhere common variables have no redzones
//@ flags: -fcommon
//@ aux: aux/common.c
//@ asan: silent it leaves common variables alone
#include "hide.h"
#include <stdio.h>

int common[5];

int sum_of_common(void);

int main(void) {
#ifdef FIXED
  common[hide(4)] = 1;
#else
  common[hide(5)] = 1; //~ ERROR global-buffer-overflow
#endif
  printf("%d\n", sum_of_common());
  return sum_of_common() != 1;
}
