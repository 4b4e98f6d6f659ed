// The array is defined in another file.
//@ aux: aux/shared.c
#include "hide.h"
#include <stdio.h>

extern int shared[];

int main(void) {
  printf("%d\n", shared[hide(5)]);
  return 0;
}
