// Another module finds the address in a variable that it knows: its accesses are not proved here.
//@ aux: ../aux/reach.c
//@[bad] levels: O2
//@ kills-mutants: unreached/inside
#include "hide.h"

int *shown;
int reach(long index);

static NOINLINE int first(long index) {
  int numbers[3] = {1, 2, 3};
  shown = numbers;
  return reach(index);
}

int main(void) {
#ifdef FIXED
  return first(hide(2)) != 3;
#else
  return first(hide(3)) != 3;
#endif
}
