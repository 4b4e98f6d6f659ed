// The same by sprintf.
#include <stdio.h>

int main(void) {
  char a[4];
  sprintf(a, "hel");
  return 0;
}
