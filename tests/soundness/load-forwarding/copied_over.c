// The whole struct is copied over.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
//@ kills-mutants: load-forwarding/copied
#include "hide.h"
#include <string.h>

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

static NOINLINE int at(int count, const struct row *from, long bytes) {
  volatile int numbers[8] = {0};
  struct row row = {0, count};
  struct table table = {&row};
  int sum = 0;
  if (row.count > 8)
    return 0;
  look(&table);
  memcpy(&row, from, bytes);
  for (int i = 0; i < row.count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

int main(void) {
  struct row from = {0, (int)hide(12)};
  touch(&from);
#ifdef FIXED
  return at((int)hide(4), &from, hide(sizeof from / 2)) == 77;
#else
  return at((int)hide(4), &from, hide(sizeof from)) == 77;
#endif
}
