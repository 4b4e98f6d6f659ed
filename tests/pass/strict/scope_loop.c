// The variable of an earlier turn.
#include "hide.h"

int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    if (i)
      (void)*p;
    static int x;
    x = i;
    p = &x;
    touch(p);
  }
  return 0;
}
