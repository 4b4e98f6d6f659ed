// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  char *bytes = (char *)numbers;
  if (n >= 0 && n < 32) {
    int sum = bytes[n];
    touch(bytes);
    return sum + *(long *)(bytes + n);
  }
  return 0;
}

int main(void) { return at(hide(24)) == 77; }
