// An instruction of the processor stores an address where only another file knows, which frees what lies there.
//@ only: x86_64 its intrinsics
//@ levels: O2
//@ aux: ../aux/pool.c
//@ kills-mutants: points-to/opaque
#include "hide.h"
#include <emmintrin.h>
#include <stdlib.h>

int **pool_place(void);
void pool_free(void);

static NOINLINE void drop(void) { pool_free(); }

int main(void) {
  int *block = calloc(8, sizeof(int));
  __m128i address = _mm_set_epi64x(0, (long)block);
  _mm_maskmoveu_si128(address, _mm_set_epi64x(0, -1), (char *)pool_place());
  block[3] = 1;
#ifdef FIXED
  int number = block[3];
  drop();
  return number == 77;
#else
  drop();
  return block[3] == 77; //~ ERROR heap-use-after-free
#endif
}
