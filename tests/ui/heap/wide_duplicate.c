// A duplicate of a wide string is freed and used: whoever asked for them is named, though the C library has allocated them.
//@ asan: any its trace ends in the C library
//@ contains: in duplicate
#define _GNU_SOURCE
#include "hide.h"
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static NOINLINE char *duplicate(const char *text) {
  char *copy = (char *)wcsdup(L"string");
  touch(copy);
  return copy;
}

int main(void) {
  char *text = hide_pointer(duplicate("string"));
#ifdef FIXED
  int last = *(volatile char *)text;
  free(text);
  return last != 's';
#else
  free(text);
  return *(volatile char *)text; //~ ERROR heap-use-after-free
#endif
}
