// The address of a chunk is written as text, by digits from a table, and read again by who frees it.
//@ only: 64-bit it writes eight bytes of an address
//@ defines: WAY=0 WAY=1
//@ kills-mutants: points-to/index
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>

static unsigned char text[16], back[256];
static const char digits[] = "0123456789abcdef";

static NOINLINE void write_down(void *block) {
  uintptr_t number = (uintptr_t)block;
  for (int i = 0; i < 16; i++)
    text[i] = digits[number >> i * 4 & 15];
}

static NOINLINE void let_go(void) {
  uintptr_t number = 0;
  for (int i = 0; i < 16; i++) {
#if WAY == 0
    int digit = text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10;
#else
    int digit = back[text[i]];
#endif
    number |= (uintptr_t)digit << i * 4;
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
  for (int i = 0; i < 16; i++)
    back[(unsigned char)digits[i]] = (unsigned char)i;
#ifdef FIXED
  return use(hide(0)) != 5;
#else
  return use(hide(1)) != 5;
#endif
}
