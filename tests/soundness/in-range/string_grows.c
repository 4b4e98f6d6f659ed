// The string is longer than it was when its copy was allocated.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE char *copy_of(char *text) {
  char *copy = malloc(strlen(text) + 1);
  if (!copy)
    return 0;
  touch(text);
#ifndef FIXED
  strcat(text, "!");
#endif
  copy[strlen(text)] = 0; //~ ERROR heap-buffer-overflow
  return copy;
}

int main(void) {
  char text[32] = "as long as seven";
  touch(text);
  char *copy = copy_of(text);
  touch(copy);
  free(copy);
  return 0;
}
