// Another file defines the array smaller than this file declares it.
//@ levels: O2
//@ aux: ../aux/definition.c
//@ kills-mutants: object/linkage
#include "hide.h"

extern int elsewhere[8];

int main(void) {
  return elsewhere[5]; //~ ERROR global-buffer-overflow
}
