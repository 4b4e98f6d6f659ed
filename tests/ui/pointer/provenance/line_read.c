// A line that the library has allocated is left for another chunk.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
//@ contains: inside of 600-byte region
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

struct line {
  char *text;
  size_t room;
};

NOINLINE static int at(const struct line *line, long index) {
  return line->text[index]; //~ ERROR cross-object-access
}

int main(void) {
  struct line line = {0};
  FILE *file = fopen("/proc/self/stat", "r");
  if (!file || getline(&line.text, &line.room, file) < 2) return 1;
  char *other = calloc(1, 600);
  long distance = other - (char *)hide_pointer(line.text);
#ifdef FIXED
  distance = 0;
#endif
  int sum = at(&line, 1) + at(&line, distance + hide(1));
  free(line.text);
  free(other);
  fclose(file);
  return sum < 0;
}
