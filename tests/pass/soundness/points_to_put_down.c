// The address of a block is written down by where something is put, and read again by who frees it.
//@ revisions: WAY=0 WAY=1
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>

static unsigned char rows[16][16];

static NOINLINE void write_down(void *block) {
  uintptr_t number = (uintptr_t)block;
  for (int i = 0; i < 16; i++) {
#if WAY == 0
    rows[i][number >> i * 4 & 15] = 1;
#else
    __atomic_fetch_add(&rows[i][number >> i * 4 & 15], 1, __ATOMIC_RELAXED);
#endif
  }
}

static NOINLINE void let_go(void) {
  uintptr_t number = 0;
  for (int i = 0; i < 16; i++) {
    uintptr_t digit = 0;
    for (int k = 0; k < 16; k++)
      digit += (uintptr_t)k * rows[i][k];
    number |= digit << i * 4;
  }
  free((void *)number);
}

static NOINLINE long use(int early) {
  long *block = malloc(2 * sizeof *block);
  block[1] = 5;
  write_down(block);
  if (early)
    let_go();
  long value = block[1];
  if (!early)
    let_go();
  return value;
}

int main(void) { return use(hide(0)) != 5; }
