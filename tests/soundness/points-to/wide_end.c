// A library function returns the end of what it has written.
//@ levels: O2
//@ kills-mutants: points-to/given-back
#define _GNU_SOURCE
#include "hide.h"
#include <stdlib.h>
#include <wchar.h>

static wchar_t own[8];

static NOINLINE int at(const wchar_t *from, long count) {
  wchar_t *block = calloc(8, sizeof(wchar_t));
  wchar_t *end = hide(1) ? wmempcpy(block, from, count) : own + 1;
  int first = end[-1];
#ifdef FIXED
  int sum = first + end[-1];
  free(block);
  return sum;
#else
  free(block);
  return first + end[-1]; //~ ERROR heap-use-after-free
#endif
}

int main(void) { return at(L"abcdef", hide(4)) == 77; }
