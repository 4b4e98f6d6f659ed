// A copy ends at a byte, long before its greatest length does.
//@ flags: -w -std=gnu11 -fno-builtin -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#define _GNU_SOURCE
#include "hide.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(8);
  char *end = memccpy(text, "abc", 'c', (size_t)hide(1) << 40);
  assert(end - text == 3 && !memcmp(text, "abc", 3));
  end = memccpy(text, "defghij", 'c', 8);
  assert(!end && !strcmp(text, "defghij"));
  free(text);
  return 0;
}
