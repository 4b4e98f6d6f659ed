// A function of which nothing is known frees something else.
//@ levels: O2
//@ aux: ../aux/others.c
#include "hide.h"
#include <stdlib.h>

extern void (*action)(void);
int *found, *other;

static NOINLINE int at(void) {
  int *here = other, first = here[3];
  action();
  return first + here[3];
}

int main(void) {
  found = calloc(8, 4);
  other = calloc(8, 4);
  return at() == 77;
}
