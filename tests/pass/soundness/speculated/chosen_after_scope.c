// The same with the variable that lives.
//@ levels: O0 O1 O2 O3
#include "hide.h"

static NOINLINE int choose(int one, int two) {
  int own = 7, *chosen;
  touch(&own);
  {
    int inner = 1, other = 2;
    touch(&inner);
    touch(&other);
    chosen = one ? &inner : &other;
  }
  chosen = two ? chosen : &own;
  return *chosen;
}

int main(void) { return choose(hide(1), hide(0)) != 7; }
