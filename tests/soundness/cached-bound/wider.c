// What is read at a place that a table names ends behind the chunk, where it begins is inside.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@ kills-mutants: cached-bound/width
#include "hide.h"
#include <stdlib.h>
#include <string.h>
static NOINLINE long sum_of(const char *text, const unsigned *places, int count, int turns) {
  long sum = 0;
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < count; i++) {
      long word;
      memcpy(&word, text + places[i], sizeof word); //~ ERROR heap-buffer-overflow
      sum += word;
    }
  return sum;
}

int main(void) {
#ifdef FIXED
  unsigned places[] = {4, 11, 3, 0, 16, 3, 1};
#else
  unsigned places[] = {4, 11, 3, 0, 17, 3, 1};
#endif
  char *text = calloc(hide(24), 1);
  touch(places);
  long sum = sum_of(text, places, (int)hide(7), (int)hide(1));
  free(text);
  return sum == 77;
}
