// As many bytes are read as there is room for, and one more is written behind them.
//@ only: hosted it reads a file
//@ levels: O2
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

static NOINLINE char *line(FILE *file, size_t most) {
  char *text = malloc(most);
  if (!text)
    return 0;
#ifdef FIXED
  size_t count = fread(text, 1, most - 1, file);
#else
  size_t count = fread(text, 1, most, file);
#endif
  text[count] = 0; //~ ERROR heap-buffer-overflow
  return text;
}

int main(int count, char **arguments) {
  FILE *file = fopen(arguments[0], "rb");
  char *text = line(file, (size_t)hide(4 * count));
  touch(text);
  free(text);
  fclose(file);
  return 0;
}
