// The length is added to, by an atomic access.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
//@ kills-mutants: load-forwarding/atomic
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

static NOINLINE int at(int count, int more) {
  volatile int numbers[8] = {0};
  struct row row = {0, count};
  struct table table = {&row};
  int sum = 0;
  if (row.count > 8)
    return 0;
  look(&table);
  __atomic_fetch_add(&row.count, more, __ATOMIC_RELAXED);
  for (int i = 0; i < row.count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return at((int)hide(4), (int)hide(4)) == 77; }
#else
int main(void) { return at((int)hide(4), (int)hide(8)) == 77; }
#endif
