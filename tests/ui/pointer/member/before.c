// Reads the element in front of an array that is a member.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: is 4 bytes before member 'table.values'
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
  return table.values[hide(0)];
#else
  return table.values[hide(-1)]; //~ ERROR sub-object-overflow
#endif
}
