// A variable leads to a local, and what is written there fits.
//@ levels: O2
//@ aux: ../aux/others.c
#include "hide.h"

static volatile int numbers[8];
static int *known;
void call_more(void);

void more(void) { *known = 7; }

int main(void) {
  int index = 3;
  known = &index;
  call_more();
  return numbers[index] == 77;
}
