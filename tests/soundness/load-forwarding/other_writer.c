// What a struct leads to is written by a function that gets another struct, from which the first one can be reached.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
//@ kills-mutants: load-forwarding/called
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
#ifndef FIXED
  table->row->count += (int)hide(8);
#endif
}

static NOINLINE int at(int count) {
  volatile int numbers[8] = {0};
  struct row row = {0, count};
  struct table table = {&row};
  int sum = 0;
  if (row.count > 8)
    return 0;
  look(&table);
  for (int i = 0; i < row.count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

int main(void) { return at((int)hide(4)) == 77; }
