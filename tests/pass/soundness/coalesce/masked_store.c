// The processor's own store between two others.
//@ levels: O2
#include "hide.h"
#include <emmintrin.h>
#include <stdlib.h>

static NOINLINE void put(long *numbers, char *place) {
  __m128i all = _mm_set_epi64x(-1, -1);
  numbers[0] = 1;
  _mm_maskmoveu_si128(all, all, place);
  numbers[1] = 2;
}

int main(void) {
  put(hide_pointer(malloc(16)), hide_pointer(malloc(16)));
  return 0;
}
