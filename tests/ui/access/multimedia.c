// Accesses by the registers of MMX, which LLVM has a type for of its own.
//@ only: x86_64 its intrinsics
//@ levels: O0 O1 O2 O3
//@ defines: SHORT=0 SHORT=1 SHORT=2
#include "hide.h"
#include <mmintrin.h>
#include <stdlib.h>
#include <string.h>

static NOINLINE void shift(__m64 *to, const __m64 *from, const __m64 *by) {
  *to = _mm_srl_pi16(*from, *by); //~ ERROR heap-buffer-overflow
  _mm_empty();
}

int main(void) {
  __m64 *all[3];
  for (int i = 0; i < 3; i++) {
#ifdef FIXED
    size_t bytes = (size_t)(8 - (i == SHORT ? hide(0) : 0));
#else
    // The last byte of one is missing.
    size_t bytes = (size_t)(8 - (i == SHORT ? hide(1) : 0));
#endif
    all[i] = hide_pointer(malloc(bytes));
    memset(all[i], 1, bytes);
  }
  shift(all[0], all[1], all[2]);
  touch(all[0]);
  for (int i = 0; i < 3; i++)
    free(all[i]);
  return 0;
}
