// Behind an array of variable size that nobody reads.
#include "hide.h"

int main(void) {
  int n = hide(4);
  int a[n];
  (void)a;
  a[n - 1] = 1;
  return 0;
}
