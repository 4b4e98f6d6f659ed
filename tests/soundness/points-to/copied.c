// An address is copied with what lies around it, and written to.
//@ levels: O2
//@ kills-mutants: points-to/copied points-to/overlap
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
#ifdef FIXED
  *to.at = 7;
#else
  *to.at = 8;
#endif
  return numbers[index] == 77; //~ ERROR global-buffer-overflow
}
