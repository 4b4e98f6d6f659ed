// One byte less is read than there is room for.
//@ levels: O2
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

static NOINLINE char *line(FILE *file, size_t most) {
  char *text = malloc(most);
  if (!text)
    return 0;
  size_t count = fread(text, 1, most - 1, file);
  text[count] = 0;
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
