// What is called calls what writes the length.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
//@ kills-mutants: load-forwarding/called-deeper
#include "hide.h"

struct row {
  int other;
  int count;
};

struct table {
  struct row *row;
};

static NOINLINE void grow(struct table *table, int more) {
  table->row->count += more;
  touch(&more);
}

static NOINLINE void look(struct table *table, int more) {
  touch(&more);
  grow(table, more);
  touch(&more);
}

static NOINLINE int at(int count, int more) {
  volatile int numbers[8] = {0};
  struct row row = {0, count};
  struct table table = {&row};
  int sum = 0;
  if (row.count > 8)
    return 0;
  look(&table, more);
  for (int i = 0; i < row.count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return at((int)hide(4), (int)hide(4)) == 77; }
#else
int main(void) { return at((int)hide(4), (int)hide(8)) == 77; }
#endif
