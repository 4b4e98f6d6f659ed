// A variable is called as a function.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it reports the fault of the processor
//@ contains: data is called as a function 'void (void)'
//@ contains: global variable 'table'
#include "hide.h"

static int table[8] = {1, 2, 3};

NOINLINE static void nothing(void) {}

static void (*function)(void) = nothing;

int main(void) {
  touch(&function);
#ifndef FIXED
  function = (void (*)(void))(void *)table;
#endif
  touch(&function);
  function(); //~ ERROR type-confused-call
  return table[0] == 77;
}
