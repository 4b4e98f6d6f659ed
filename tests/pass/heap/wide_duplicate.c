// A duplicate of a wide string is used and freed.
//@ asan: any its trace ends in the C library
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
  int last = *(volatile char *)text;
  free(text);
  return last != 's';
}
