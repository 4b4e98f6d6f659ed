// A variable is written and kept as a number, by which it is read while its function runs.
//@ revisions: WAY=0 WAY=1 WAY=2
#include "hide.h"
#include <stdint.h>

static uintptr_t kept;

static NOINLINE long read(void) {
  uintptr_t place = WAY == 2 ? ~kept : kept & ~(uintptr_t)1;
  return ((volatile long *)place)[1];
}

static NOINLINE int keep(long value) {
  long object[2] = {value, 7};
#if WAY == 0
  kept = (uintptr_t)object | 1;
#elif WAY == 1
  kept = (uintptr_t)object;
  object[1] = value;
#else
  long *first = object;
  kept = ~(uintptr_t)first;
#endif
  return read() != (WAY == 1 ? value : 7);
}

int main(void) { return keep(hide(1)); }
