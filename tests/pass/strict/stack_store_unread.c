// Behind an array that nobody reads.
#include "hide.h"

int main(void) {
  int a[4];
  (void)a;
  a[hide(3)] = 1;
  return 0;
}
