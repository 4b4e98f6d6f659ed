// Tentative definitions of different sizes: the linker takes the largest.
//@ flags: -fcommon
//@ aux: aux/common_sizes.c
#include "hide.h"

char shared[8];

int fill_shared(void);

int main(void) {
  shared[hide(7)] = 1;
  return fill_shared() != 100;
}
