// One byte of the length is written through a pointer to characters.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
//@ kills-mutants: load-forwarding/stored load-forwarding/variable-index
#include "hide.h"

struct row {
  int other;
  int count;
};

struct table {
  struct row *row;
  char *byte;
};

static NOINLINE void look(struct table *table) {
  long seen = table->row->count;
  touch(&seen);
}

static NOINLINE int at(int count, int which) {
  volatile int numbers[8] = {0};
  struct row row = {0, count};
  struct table table = {&row, (char *)&row + which};
  int sum = 0;
  if (row.count > 8)
    return 0;
  look(&table);
  *table.byte = 12;
  for (int i = 0; i < row.count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return at((int)hide(4), (int)hide(3)) == 77; }
#else
int main(void) { return at((int)hide(4), (int)hide(4)) == 77; }
#endif
