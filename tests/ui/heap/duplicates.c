// Duplicates of a string are freed and used: whoever asked for them is named, though the C library has allocated them.
//@ defines: COPY=strdup(text) COPY=strndup(text,9)
//@ contains: in duplicate
#define _GNU_SOURCE
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE char *duplicate(const char *text) {
  char *copy = COPY;
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
