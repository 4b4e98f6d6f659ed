// The program has the functions of the C library that compilers call by themselves, with checks in them, and lives in its own way with them.
//@ levels: O0 O1 O2
//@ defines: WAY=0 WAY=1 WAY=2 WAY=3
#include "hide.h"
#include <stddef.h>
#include <stdlib.h>

static long calls;

// Keeps LLVM from making a call of the function out of its own loop.
static inline int step(void) {
  __asm__ volatile("" : : : "memory");
  return 1;
}

#if WAY == 0
NOINLINE void *memset(void *to, int byte, size_t length) {
  for (char *at = to; length-- && step();)
    *at++ = (char)byte;
  calls++;
  return to;
}
#elif WAY == 1
NOINLINE void *memcpy(void *restrict to, const void *restrict from, size_t length) {
  char *at = to;
  for (const char *source = from; length-- && step();)
    *at++ = *source++;
  calls++;
  return to;
}
#elif WAY == 2
NOINLINE void *memmove(void *to, const void *from, size_t length) {
  char *at = to;
  const char *source = from;
  if (at < source)
    while (length-- && step())
      *at++ = *source++;
  else
    while (length-- && step())
      at[length] = source[length];
  calls++;
  return to;
}
#else
NOINLINE int memcmp(const void *one, const void *other, size_t length) {
  const unsigned char *a = one, *b = other;
  for (; length-- && step(); a++, b++)
    if (*a != *b)
      return *a - *b;
  calls++;
  return 0;
}
NOINLINE int bcmp(const void *one, const void *other, size_t length) { return memcmp(one, other, length); }
#endif

// Redzones that are long to fill.
static char large[5000], small[10];

static NOINLINE long locals(long turn) {
  char few[600], more[1100];
  touch(few);
  touch(more);
  few[turn % 600] = more[turn % 1100] = 1;
  return few[turn % 600];
}

int main(void) {
  large[hide(4999)] = small[hide(9)] = 1;
  long sum = 0;
  for (long i = 0; i < 50; i++) {
    char *block = calloc(1, (size_t)(i * 400 + 1));
    block[i * 400] = 1;
    block = realloc(block, (size_t)(i * 800 + 1));
    sum += block[i * 400] + locals(i);
    free(block);
  }
#if WAY == 0
  void *(*volatile own)(void *, int, size_t) = memset;
  own(large, 0, sizeof large);
#elif WAY == 3
  int (*volatile own)(const void *, const void *, size_t) = memcmp;
  own(large, large, sizeof large);
#elif WAY == 1
  void *(*volatile own)(void *restrict, const void *restrict, size_t) = memcpy;
  own(large, small, sizeof small);
#else
  void *(*volatile own)(void *, const void *, size_t) = memmove;
  own(large, small, sizeof small);
#endif
  return sum == 100 && calls ? 0 : 1;
}
