// The array is exchanged for a shorter one, and the length stays.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
#include "hide.h"

struct row {
  int *numbers;
  long count;
};

struct table {
  struct row *row;
};

static NOINLINE void look(struct table *table) {
  long seen = table->row->count;
  touch(&seen);
}

static NOINLINE int at(long count, int which) {
  int numbers[8] = {0}, few[2] = {0};
  touch(few);
  struct row rows[2] = {{numbers, count}, {few, 2}};
  struct table table = {&rows[0]};
  int sum = 0;
  if (rows[0].count > 8)
    return 0;
  look(&table);
  rows[0].numbers = which ? few : numbers;
  look(&table);
  for (long i = 0; i < rows[0].count; i++)
    sum += rows[0].numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(4), (int)hide(0)) == 77; }
#else
int main(void) { return at(hide(4), (int)hide(1)) == 77; }
#endif
