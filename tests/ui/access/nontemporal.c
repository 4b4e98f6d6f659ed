// A non-temporal store outside.
//@ only: x86_64 its intrinsics
#include "hide.h"
#include <emmintrin.h>

int main(void) {
  int numbers[8];
  touch(numbers);
#ifdef FIXED
  _mm_stream_si32(&numbers[hide(7)], 1);
#else
  _mm_stream_si32(&numbers[hide(8)], 1); //~ ERROR stack-buffer-overflow
#endif
  touch(numbers);
  return 0;
}
