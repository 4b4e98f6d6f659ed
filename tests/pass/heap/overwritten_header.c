// Code that is not checked stays within the block.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

__attribute__((no_sanitize("address"))) NOINLINE static void overwrite(volatile char *block) {
  for (int i = 0; i < 16; i++) block[i] = (char)(3 * i);
}

int main(void) {
  char *block = malloc(64);
  touch(block);
  overwrite(block);
  free(block);
  return 0;
}
