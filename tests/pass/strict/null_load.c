// Null is read for nothing.
#include "hide.h"

int main(void) {
  int x = 1;
  int *p = hide_pointer(&x);
  (void)*p;
  (void)x;
  return 0;
}
