// A library function returns the end of what it has written, which was a local.
//@ levels: O1 O2
#define _GNU_SOURCE
#include "hide.h"
#include <wchar.h>

static NOINLINE wchar_t *end_of_local(const wchar_t *from, long count) {
#ifdef FIXED
  static wchar_t local[8];
#else
  wchar_t local[8];
#endif
  return wmempcpy(local, from, count);
}

int main(void) {
  wchar_t *end = end_of_local(L"abcdef", hide(4));
  return end[-1] == 77; //~ ERROR stack-use-after-return
}
