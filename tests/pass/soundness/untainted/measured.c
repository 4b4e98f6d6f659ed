// What an argument of main leaves is measured, and fits.
//@ levels: O2
//@ flags: -fsanecc-taint
#include "hide.h"
#include <string.h>

static volatile int numbers[8];
static char letters[16] = "abcdefgh";

int main(int count, char **words) {
  letters[5] = count - 1;
  return numbers[strlen(letters)] == 77;
}
