// The address of a chunk is written down by where something is put, and read again by who frees it.
//@ only: 64-bit it writes eight bytes of an address
//@ defines: WAY=0 WAY=1 WAY=2 WAY=3 WAY=4 WAY=5
//@ kills-mutants: points-to/index
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static unsigned char rows[16][16 * 3];

#if WAY == 3
static unsigned char digits[16][3];
#elif WAY == 4
static char digits[16][2];
#elif WAY == 5
static char lengths[16][16];
#endif

static NOINLINE void write_down(void *block) {
  uintptr_t number = (uintptr_t)block;
  for (int i = 0; i < 16; i++) {
    int digit = number >> i * 4 & 15;
#if WAY == 0
    rows[i][digit * 3] = 1;
#elif WAY == 1
    __atomic_fetch_add(&rows[i][digit * 3], 1, __ATOMIC_RELAXED);
#elif WAY == 2
    memset(&rows[i][digit * 3], 1, 3);
#elif WAY == 3
    memcpy(&rows[i][0], &digits[digit][0], 3);
#elif WAY == 4
    strcpy((char *)rows[i], &digits[digit][0]);
#else
    rows[i][0] = (unsigned char)strlen(&lengths[digit][0]);
#endif
  }
}

static NOINLINE void let_go(void) {
  uintptr_t number = 0;
  for (int i = 0; i < 16; i++) {
    uintptr_t digit = 0;
#if WAY == 3
    digit = rows[i][2];
#elif WAY == 4
    digit = rows[i][0] - 1u;
#elif WAY == 5
    digit = rows[i][0];
#else
    for (int k = 0; k < 16; k++)
      digit += (uintptr_t)k * rows[i][k * 3];
#endif
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
  long value = block[1]; //~ ERROR heap-use-after-free
  if (!early)
    let_go();
  return value;
}

int main(void) {
#if WAY == 3
  for (unsigned char i = 0; i < 16; i++)
    digits[i][2] = i;
#elif WAY == 4
  for (int i = 0; i < 16; i++)
    digits[i][0] = (char)(i + 1);
#elif WAY == 5
  for (int i = 0; i < 16; i++)
    memset(lengths[i], 'x', (size_t)i);
#endif
#ifdef FIXED
  return use(hide(0)) != 5;
#else
  return use(hide(1)) != 5;
#endif
}
