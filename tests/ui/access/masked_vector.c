// AVX2 code whose masked lanes reach outside.
//@ only: x86_64 its intrinsics
//@ flags: -mavx2
//@ levels: O0 O2
//@ asan(O0): silent unoptimised, it is an operation of the target's own
#include "hide.h"
#include <immintrin.h>
#include <stdlib.h>

static NOINLINE __m256 load(const float *from) {
  const int on = -1;
  return _mm256_maskload_ps(from, _mm256_setr_epi32(on, on, on, on, on, 0, 0, 0)); //~ ERROR heap-buffer-overflow
}

int main(void) {
#ifdef FIXED
  float *numbers = hide_pointer(calloc(5, sizeof *numbers));
#else
  float *numbers = hide_pointer(calloc(4, sizeof *numbers));
#endif
  __m256 loaded = load(numbers);
  touch(&loaded);
  free(numbers);
  return 0;
}
