// The address of a chunk is written as text, and who frees it has library functions say which digits that are.
//@ defines: WAY=0 WAY=1 WAY=2 WAY=3 WAY=4
//@ kills-mutants: points-to/read-off
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static char text[16];
static const char digits[] = "0123456789abcdef";

static NOINLINE void write_down(void *block) {
  uintptr_t number = (uintptr_t)block;
  for (int i = 0; i < 16; i++)
    text[i] = digits[number >> i * 4 & 15];
}

static long digit_of(char character) {
#if WAY == 0
  return strchr(digits, character) - digits;
#elif WAY == 1
  return (char *)memchr(digits, character, 16) - digits;
#elif WAY == 2
  char number[2] = {character, 0};
  return strtol(number, NULL, 16);
#elif WAY == 3
  char number[2] = {character, 0};
  return (long)strcspn(digits, number);
#else
  // Longer, the later the digit.
  char row[128];
  memset(row, 'x', sizeof row);
  row[(unsigned char)character] = 0;
  long length = (long)strlen(row);
  return length <= '9' ? length - '0' : length - 'a' + 10;
#endif
}

static NOINLINE void let_go(void) {
  uintptr_t number = 0;
  for (int i = 0; i < 16; i++)
    number |= (uintptr_t)digit_of(text[i]) << i * 4;
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

#ifdef FIXED
int main(void) { return use(hide(0)) != 5; }
#else
int main(void) { return use(hide(1)) != 5; }
#endif
