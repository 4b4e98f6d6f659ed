// The same with the variable that lives.
//@ levels: O0 O1 O2 O3
#include "hide.h"

typedef struct {
  int first, second;
} pair;

static NOINLINE int choose(int leave) {
  pair own = {5, 7};
  int *chosen, result;
  {
    int inner = 6;
    chosen = &inner;
    touch(chosen);
    leave = hide(leave);
  }
  if (leave)
    chosen = &own.second;
  result = *chosen;
  own.second = hide(0);
  return result + own.second;
}

int main(void) { return choose(hide(1)) != 7; }
