// The same where the function is inlined, of a local structure.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct sample {
  short values[6];
  short count;
  short rest;
};

static inline int sum(const short *values, int count) {
  int all = 0;
  for (int i = 0; i < count; i++)
    all += values[i]; //~ ERROR sub-object-overflow
  return all;
}

int main(void) {
  struct sample sample = {{1, 2, 3, 4, 5, 6}, 7, 8};
  touch(&sample);
#ifdef FIXED
  return sum(sample.values, (int)hide(6)) != 21;
#else
  return sum(sample.values, (int)hide(7)) != 28;
#endif
}
