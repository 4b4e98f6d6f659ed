// A constant table.
#include "hide.h"
#include <stdio.h>

static const unsigned char primes[] = {2, 3, 5, 7, 11, 13, 17};

int main(void) {
  printf("%d\n", primes[hide(6)]);
  return 0;
}
