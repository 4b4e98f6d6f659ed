// The same in scope.
//@ levels: O2
#include "hide.h"

static NOINLINE int choose(long which, long index) {
  char outer[8] = {0};
  char *chosen;
  outer[index & 7] = 1;
  {
    char inner[8] = {0};
    inner[index & 7] = 2;
    chosen = which ? inner : outer;
    chosen[(index + 1) & 7] = 3;
    return ((volatile char *)chosen)[index & 7];
  }
}

int main(void) { return choose(hide(1), hide(3)) != 2; }
