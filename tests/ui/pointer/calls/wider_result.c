// The result of a function is read as a wider number.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'int (void)' is called as 'long (void)'
#include "hide.h"

NOINLINE __attribute__((unused)) static int small(void) { return (int)hide(-1); }

NOINLINE static long large(void) { return hide(-1); }

struct source {
  long (*next)(void);
};

NOINLINE static long read(const struct source *from) {
  return from->next(); //~ ERROR type-confused-call
}

int main(void) {
#ifdef FIXED
  struct source source = {large};
#else
  struct source source = {(long (*)(void))small};
#endif
  touch(&source);
  return (read(&source) & 1) == 0;
}
