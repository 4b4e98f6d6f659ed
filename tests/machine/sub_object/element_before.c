// Reads the element before an array that is a member, which is another member.
#include "hide.h"

struct table {
  int count;
  int values[4];
  int sum;
};

int main(void) {
  struct table table = {0};
#ifdef FIXED
  return table.values[hide(0)];
#else
  return table.values[hide(-1)]; //~ ERROR sub-object-overflow
#endif
}
