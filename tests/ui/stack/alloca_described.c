// Writes behind what alloca gave in a callee: its redzones say where it lies.
//@ levels: O0
//@ contains: is 0 bytes after local object of variable size
//@ contains: of size 10
//@ asan: any it says only in which stack
#include "hide.h"
#include <alloca.h>

static NOINLINE void fill(char *text, long size) {
  for (long i = 0; i < size; i++)
    text[i] = 'a'; //~ ERROR dynamic-stack-buffer-overflow
}

int main(void) {
  char *text = alloca(hide(10));
#ifdef FIXED
  fill(text, 10);
#else
  fill(text, 11);
#endif
  return text[hide(0)] != 'a';
}
