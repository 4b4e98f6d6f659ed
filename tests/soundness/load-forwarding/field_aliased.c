// A store through another pointer changes the length that was compared.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
#include "hide.h"

struct row {
  int other;
  int count;
};

static NOINLINE int at(struct row *row, int *out) {
  volatile int numbers[8] = {0};
  int sum = 0;
  if (row->count > 8)
    return 0;
  for (int i = 0; i < row->count; i++) {
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
    *out = 12;
  }
  return sum;
}

int main(void) {
  struct row row = {0, (int)hide(4)};
  touch(&row);
#ifdef FIXED
  return at(&row, &row.other) == 77;
#else
  return at(&row, &row.count) == 77;
#endif
}
