// A chunk is stored by way of a segment register, and freed by who finds it there.
//@ only: x86_64 the segment register is this processor's
//@ levels: O2
//@ aux: ../aux/thread_place.c
//@ kills-mutants: points-to/unsized-store
#include "hide.h"
#include <stdlib.h>

long pool_thread_place(void);
void pool_thread_free(void);

static NOINLINE void drop(void) { pool_thread_free(); }

int main(void) {
  int *block = calloc(8, sizeof(int));
  *(int *__seg_fs *)pool_thread_place() = block;
  block[3] = 1;
#ifdef FIXED
  int sum = block[3];
  drop();
  return sum == 77;
#else
  drop();
  return block[3] == 77; //~ ERROR heap-use-after-free
#endif
}
