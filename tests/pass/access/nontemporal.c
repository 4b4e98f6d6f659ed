// A non-temporal store.
#include "hide.h"
#include <emmintrin.h>

int main(void) {
  int numbers[8];
  touch(numbers);
  _mm_stream_si32(&numbers[hide(7)], 1);
  touch(numbers);
  return 0;
}
