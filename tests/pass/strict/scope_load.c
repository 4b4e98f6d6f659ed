// A variable is read after its scope.
#include "hide.h"

int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
    touch(p);
  (void)*p;
  }
  return 0;
}
