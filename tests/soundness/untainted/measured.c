// What an argument of main leaves is measured.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ kills-mutants: untainted/read-by-library
#include "hide.h"
#include <string.h>

static volatile int numbers[8];
static char letters[16] = "abcdefgh";

int main(int count, char **words) {
#ifdef FIXED
  letters[5] = count - 1;
#else
  letters[9] = count - 1;
#endif
  return numbers[strlen(letters)] == 77; //~ ERROR global-buffer-overflow
}
