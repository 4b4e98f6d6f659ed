// The address of a local leaves its function as a number that was kept and chosen.
//@ defines: WAY=1 WAY=2 WAY=3 WAY=4
#include "hide.h"
#include <string.h>

struct handle {
  long number;
};

struct handle kept;
long base;

NOINLINE static long away(int far) {
  int local[4];
#if WAY == 1
  long number = (long)local;
  if (number < 0)
    number = -number;
  return number;
#elif WAY == 2
  long number = far ? (long)local - base : base - (long)local;
  return number < 0 ? -number : number;
#elif WAY == 3
  struct handle handle = {(long)local};
  memcpy(&kept, &handle, sizeof kept);
  return far ? kept.number : 0;
#else
  int *pointer = far ? local : (int *)base;
  long number = (long)pointer;
  *(volatile int *)number = 1;
  return number;
#endif
}

int main(void) {
  int *number = (int *)away(hide(1));
#ifdef FIXED
  return !number;
#else
  return *number == 77; //~ ERROR stack-use-after-return
#endif
}
