// A variable is written and kept as a number, by which it is read after its function has returned; LLVM no longer writes it.
//@ defines: WAY=0 WAY=1 WAY=2
#include "hide.h"
#include <stdint.h>

static uintptr_t kept;

#ifdef FIXED
static NOINLINE long read(void) {
  uintptr_t place = WAY == 2 ? ~kept : kept & ~(uintptr_t)1;
  return ((volatile long *)place)[1];
}

static NOINLINE int keep(long value) {
#else
static NOINLINE void keep(long value) {
#endif
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
#ifdef FIXED
  return read() != (WAY == 1 ? value : 7);
#endif
}

#ifdef FIXED
int main(void) { return keep(hide(1)); }
#else
int main(void) {
  keep(hide(1));
  uintptr_t place = WAY == 2 ? ~kept : kept & ~(uintptr_t)1;
  return ((volatile long *)place)[1] != 7; //~ ERROR stack-use-after-return
}
#endif
