// A variable leads to a local, to which somebody writes who is called back.
//@ levels: O2
//@ aux: ../aux/others.c
//@ kills-mutants: points-to/shared-through
#include "hide.h"

static volatile int numbers[8];
static int *known;
void call_more(void);

#ifdef FIXED
void more(void) { *known = 7; }
#else
void more(void) { *known = 8; }
#endif

int main(void) {
  int index = 3;
  known = &index;
  call_more();
  return numbers[index] == 77; //~ ERROR global-buffer-overflow
}
