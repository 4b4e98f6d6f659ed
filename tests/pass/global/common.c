// Two objects define the array tentatively.
//@ flags: -fcommon
//@ aux: aux/common.c
#include "hide.h"
#include <stdio.h>

int common[5];

int sum_of_common(void);

int main(void) {
  common[hide(4)] = 1;
  printf("%d\n", sum_of_common());
  return sum_of_common() != 1;
}
