// An address at which there is nothing is read for nothing.
#include "hide.h"

int main(void) {
  static int x;
  int *p = (int *)hide((long)&x);
  (void)*p;
  (void)x;
  return 0;
}
