// One byte of the length is written.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
//@ kills-mutants: load-forwarding/overlap
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

static NOINLINE int at(int count, char more) {
  volatile int numbers[8] = {0};
  struct row row = {0, count};
  struct table table = {&row};
  int sum = 0;
  if (row.count > 8)
    return 0;
  look(&table);
  *((char *)&row.count + 1) = more;
  for (int i = 0; i < row.count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return at((int)hide(4), (char)hide(0)) == 77; }
#else
int main(void) { return at((int)hide(4), (char)hide(1)) == 77; }
#endif
