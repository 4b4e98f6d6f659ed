// A function that gets the struct changes the length of its array.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
#include "hide.h"
#include <stdlib.h>

struct row {
  unsigned count, used;
  int *numbers;
};

#ifdef FIXED
static NOINLINE void use(struct row *row) { row->used += 2; }
#else
static NOINLINE void use(struct row *row) { row->count += 2; }
#endif

static NOINLINE int at(struct row *row) {
  int sum = 0;
  row->numbers = calloc(row->count, sizeof(int));
  for (unsigned i = 0; i < row->count; i++) {
    sum += row->numbers[i]; //~ ERROR heap-buffer-overflow
    if (i == 1)
      use(row);
  }
  free(row->numbers);
  return sum;
}

int main(void) {
  struct row row = {(unsigned)hide(4), 0, 0};
  return at(&row);
}
