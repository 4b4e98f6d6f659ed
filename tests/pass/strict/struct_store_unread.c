// Behind a structure that nobody reads.
#include "hide.h"

struct row {
  int cells[4];
};

int main(void) {
  struct row row;
  int *cells = row.cells;
  cells[hide(3)] = 1;
  return 0;
}
