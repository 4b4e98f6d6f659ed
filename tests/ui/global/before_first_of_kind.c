// Below a global whose redzone is needed there is a redzone, although other globals of its kind have none.
//@ only: hosted constants in flash have no redzones
//@ levels: O1 O2
//@ defines: KIND=0 KIND=1 KIND=2 KIND=3
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

// Each of these is only accessed where it certainly is.
static volatile long zeros, more_zeros;
static volatile long numbers = 5, more_numbers = 6;
static volatile const short squares[4] = {0, 1, 4, 9};
static volatile const short cubes[4] = {0, 1, 8, 27};
static int (*volatile const ways[2])(const char *) = {puts, atoi};
static int (*volatile const more_ways[2])(const char *) = {atoi, puts};

// These have redzones. The compiler lays them out in this order.
#if KIND == 0
static long wanted[4];
#elif KIND == 1
static long wanted[4] = {1, 2, 3, 4};
#elif KIND == 2
static const long wanted[4] = {1, 2, 3, 4};
#else
static int (*const wanted[4])(const char *) = {puts, puts, puts, puts};
#endif

static NOINLINE long read(const char *at) {
  return *(const long *)at; //~ ERROR global-buffer-overflow
}

int main(void) {
  zeros = numbers;
  more_zeros = more_numbers;
  int sum = squares[hide(3) & 3] + cubes[hide(2) & 3];
  int same = ways[hide(1) & 1] == more_ways[hide(0) & 1];
  printf("%ld %ld %d %d\n", zeros, more_zeros, sum, same);
#ifdef FIXED
  printf("%ld\n", read((const char *)wanted + hide(8)));
#else
  printf("%ld\n", read((const char *)wanted + hide(-8)));
#endif
  return 0;
}
