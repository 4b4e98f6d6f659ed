// Another file defines the array as this file declares it.
//@ levels: O2
//@ aux: ../aux/definition.c
#include "hide.h"

extern int elsewhere[8];

int main(void) {
  return elsewhere[5];
}
