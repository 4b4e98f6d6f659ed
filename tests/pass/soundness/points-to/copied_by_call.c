// A library function copies an address, and what is written there fits.
//@ levels: O2
//@ flags: -fno-builtin
#include "hide.h"
#include <string.h>

static volatile int numbers[8];
struct place {
  long number;
  int *at;
};

int main(void) {
  int index = 3;
  struct place from = {1, &index}, to = {2, 0};
  memcpy(&to, &from, hide(sizeof to));
  *to.at = 7;
  return numbers[index] == 77;
}
