// An index known to be inside proves nothing once the variable's scope has ended.
//@ levels: O2
//@ contains: 'inner'
//@ kills-mutants: scope/ends
#include "hide.h"

int main(void) {
  int *pointer;
  for (int i = 0; i < 2; i++) {
    int inner[4] = {0};
    touch(inner);
    pointer = inner;
#ifdef FIXED
    if (*(volatile int *)&pointer[2])
      return 1;
#endif
  }
#ifdef FIXED
  return 0;
#else
  return *(volatile int *)&pointer[2]; //~ ERROR stack-use-after-scope
#endif
}
