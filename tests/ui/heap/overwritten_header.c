// Code that is not checked overwrites what the allocator keeps beside a chunk.
//@[bad] asan: any what it keeps lies elsewhere
#include "hide.h"
#include <stdlib.h>
#include <string.h>

__attribute__((no_sanitize("address"))) NOINLINE static void overwrite(volatile char *block) {
#ifdef FIXED
  for (int i = 0; i < 16; i++) block[i] = (char)(3 * i);
#else
  for (int i = 1; i <= 16; i++) block[-i] = (char)(3 * i);
#endif
}

int main(void) {
  char *block = malloc(64);
  touch(block);
  overwrite(block);
  free(block); //~ ERROR heap-corruption
  return 0;
}
