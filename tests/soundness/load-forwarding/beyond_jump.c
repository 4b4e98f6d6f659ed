// The length changes on a way that only longjmp takes.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
#include "hide.h"
#include <setjmp.h>

struct row {
  int other;
  int count;
};

struct table {
  struct row *row;
  jmp_buf back;
};

static NOINLINE void look(struct table *table) {
  if (table->row->count < 8) {
#ifdef FIXED
    table->row->other = 12;
#else
    table->row->count = 12;
#endif
    longjmp(table->back, 1);
  }
}

static NOINLINE int at(int count) {
  volatile int numbers[8] = {0};
  struct row row = {0, count};
  struct table table = {.row = &row};
  int sum = 0;
  if (row.count > 8)
    return 0;
  if (setjmp(table.back) == 0)
    look(&table);
  for (int i = 0; i < row.count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

int main(void) { return at((int)hide(4)) == 77; }
