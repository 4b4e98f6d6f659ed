// Another unit promises to keep no address, and looks at it.
//@ levels: O2
//@ aux: ../aux/frees_what_is_lent.c
#include "hide.h"
#include <stdlib.h>

void look(__attribute__((noescape)) int *number, int end);

static NOINLINE int twice(int *number, int end) {
  int before = *number;
  look(number, end);
  return before + *number;
}

int main(void) { return twice(calloc(1, sizeof(int)), (int)hide(0)) == 77; }
