// The pass can be left out; then calls are the library's own.
//@ flags: -fno-builtin -fsanecc-disable-pass=library-calls
//@ asan: any it has no such flag
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(4));
  memcpy(text, "abcd", 4);
  int order = memcmp(text, "abcde", (size_t)hide(5));
  free(text);
  return order == 77;
}
