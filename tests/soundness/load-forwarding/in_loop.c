// The length that was compared is that of the previous iteration.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
#include "hide.h"

struct row {
  int other;
  int count;
};

struct table {
  struct row *row;
};

static NOINLINE void look(struct table *table) {
  long seen = table->row->count;
  touch(&seen);
}

static NOINLINE int at(int count) {
  volatile int numbers[8] = {0};
  struct row row = {0, count};
  struct table table = {&row};
  int sum = 0;
  for (int round = 0; round < 4; round++) {
    if (round == 0 && row.count > 8)
      return 0;
    look(&table);
    for (int i = 0; i < row.count; i++)
      sum += numbers[i]; //~ ERROR stack-buffer-overflow
#ifdef FIXED
    row.other += 2;
#else
    row.count += 2;
#endif
  }
  return sum;
}

int main(void) { return at((int)hide(4)) == 77; }
