// Others call a function as often as they like.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ aux: ../aux/calls_often.c
//@ kills-mutants: untainted/entered
#include "hide.h"

static volatile int numbers[8];
static volatile int counter;
void call_often(int times);

void more(void) { counter++; }

int main(void) {
#ifdef FIXED
  call_often(7);
#else
  call_often(8);
#endif
  return numbers[counter] == 77; //~ ERROR global-buffer-overflow
}
