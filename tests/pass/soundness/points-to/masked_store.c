// An instruction of the processor stores an address where only another file knows; what lies there is freed later.
//@ levels: O2
//@ aux: ../aux/pool.c
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
  int number = block[3];
  drop();
  return number == 77;
}
