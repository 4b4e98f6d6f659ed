// The same within bounds.
//@ levels: O2
#include "hide.h"

static char bytes[16];

static NOINLINE int at(unsigned index) {
  return ++bytes[index];
}

static NOINLINE int before(unsigned index) {
  return index < 16 ? at((unsigned char)(index - 3)) : 0;
}

int main(void) {
  int sum = at((unsigned)hide(5) & 15) + before((unsigned)hide(4));
  return sum + before((unsigned)hide(3)) != 3;
}
