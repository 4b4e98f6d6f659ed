// Behind a constant table.
//@ contains: 'primes'
#include "hide.h"
#include <stdio.h>

static const unsigned char primes[] = {2, 3, 5, 7, 11, 13, 17};

int main(void) {
#ifdef FIXED
  printf("%d\n", primes[hide(6)]);
#else
  printf("%d\n", primes[hide(7)]); //~ ERROR global-buffer-overflow
#endif
  return 0;
}
