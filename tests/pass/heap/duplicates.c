// Duplicates of a string are used and freed.
//@ revisions: COPY=strdup(text) COPY=strndup(text,9)
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
  int last = *(volatile char *)text;
  free(text);
  return last != 's';
}
