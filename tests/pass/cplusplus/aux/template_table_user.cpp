#include "template_table.h"

int read(long at) {
  shared_table[at & 7] = 0;
  return Table<int>::values[at];
}
