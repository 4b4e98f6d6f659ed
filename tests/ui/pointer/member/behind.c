// Writes the element behind an array that is a member: the next member.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: is 0 bytes after member 'table.values'
#include "hide.h"

struct table {
  int count;
  int values[4];
  int sum;
};

int main(void) {
  struct table table = {0};
  touch(&table);
#ifdef FIXED
  table.values[hide(3)] = 1;
#else
  table.values[hide(4)] = 1; //~ ERROR sub-object-overflow
#endif
  touch(&table);
  return 0;
}
