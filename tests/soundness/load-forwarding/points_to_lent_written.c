// Another file writes an address to what it is lent, and frees what lies there.
//@ levels: O2
//@ aux: ../aux/others.c
//@ kills-mutants: load-forwarding/lent
#include "hide.h"
#include <stdlib.h>

struct place {
  long number;
  int *at;
};

void write_place(__attribute__((noescape)) struct place *place);
void free_kept(void);

static NOINLINE int at(void) {
  int own[8] = {0};
  struct place place = {1, own};
  write_place(&place);
  int *here = place.at, first = here[3];
#ifndef FIXED
  free_kept();
#endif
  return first + here[3]; //~ ERROR heap-use-after-free
}

int main(void) { return at() == 77; }
