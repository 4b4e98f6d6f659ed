// A line is read by the size of the structure instead of that of the array.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdio.h>

struct input {
  char line[8];
  int number;
};

int main(void) {
  struct input input = {"", 0};
  FILE *file = tmpfile();
  if (!file || fputs("123456789\n", file) < 0)
    return 1;
  rewind(file);
#ifdef FIXED
  char *read = fgets(input.line, sizeof input.line, file);
#else
  char *read = fgets(input.line, sizeof input, file); //~ ERROR sub-object-overflow
#endif
  fclose(file);
  return read ? input.number : 1;
}
