// The processor's own store between two others goes wrong, before the second does.
//@ only: x86_64 its intrinsics
//@ levels: O2
//@ kills-mutants: coalesce/opaque
#include "hide.h"
#include <emmintrin.h>
#include <stdlib.h>

static NOINLINE void put(long *numbers, char *place) {
  __m128i all = _mm_set_epi64x(-1, -1);
  numbers[0] = 1;
  _mm_maskmoveu_si128(all, all, place); //~ ERROR SEGV
  numbers[1] = 2;
}

int main(void) {
#ifdef FIXED
  put(hide_pointer(malloc(16)), hide_pointer(malloc(16)));
#else
  put(hide_pointer(malloc(8)), hide_pointer(0));
#endif
  return 0;
}
