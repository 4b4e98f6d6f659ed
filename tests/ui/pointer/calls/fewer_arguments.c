// A function is called with an argument less than it takes.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'long (long, long, long)' is called as 'long (long, long)'
#include "hide.h"

NOINLINE __attribute__((unused)) static long sum(long a, long b, long c) { return a + b + c; }

NOINLINE static long both(long a, long b) { return a + b; }

int main(void) {
#ifdef FIXED
  void *function = hide_pointer((void *)both);
#else
  void *function = hide_pointer((void *)sum);
#endif
  long (*called)(long, long) = (long (*)(long, long))function;
  return called(1, 2) == 0; //~ ERROR type-confused-call
}
