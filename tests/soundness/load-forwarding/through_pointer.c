// The length is written through a pointer that may lead to it.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
//@ kills-mutants: load-forwarding/alias
#include "hide.h"

struct row {
  int other;
  int count;
};

struct table {
  struct row *row, *second;
};

static NOINLINE void look(struct table *table) {
  long seen = table->row->count + table->second->count;
  touch(&seen);
}

static NOINLINE int at(int count, int which) {
  volatile int numbers[8] = {0};
  struct row row = {0, count}, second = {0, 3};
  struct table table = {&row, &second};
  int sum = 0;
  if (row.count > 8)
    return 0;
  look(&table);
  struct row *any = which ? &row : &second;
  any->count = 12;
  look(&table);
  for (int i = 0; i < row.count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return at((int)hide(4), (int)hide(0)) == 77; }
#else
int main(void) { return at((int)hide(4), (int)hide(1)) == 77; }
#endif
