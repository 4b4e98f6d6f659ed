// Writes the element behind an array that is a member, which is another member.
#include "hide.h"

struct table {
  int count;
  int values[4];
  int sum;
};

int main(void) {
  struct table table = {0};
#ifdef FIXED
  table.values[hide(3)] = 1;
#else
  table.values[hide(4)] = 1; //~ ERROR sub-object-overflow
#endif
  return table.sum;
}
