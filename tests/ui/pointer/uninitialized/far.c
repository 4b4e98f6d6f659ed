// An element far from where the pointer should have been is written.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: comes from a pointer that was never written, in variable 'table' of main
#include "hide.h"
#include <stdlib.h>

int main(void) {
  long *table;
#ifdef FIXED
  table = calloc(200000, sizeof *table);
#else
  if (hide(1) == 2)
    table = calloc(200000, sizeof *table);
#endif
  table[hide(123456)] = 1; //~ ERROR uninitialized-pointer
  free(table);
  return 0;
}
