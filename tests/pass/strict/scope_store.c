// A variable is written after its scope.
#include "hide.h"

int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
    touch(p);
  *p = 2;
  }
  return 0;
}
