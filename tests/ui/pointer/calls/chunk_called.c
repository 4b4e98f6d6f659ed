// A chunk is called as a function.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it reports the fault of the processor
//@ contains: data is called as a function 'int (int)'
//@ contains: is 0 bytes inside of 8-byte region
#include "hide.h"
#include <stdlib.h>

struct object {
  int (*method)(int);
};

NOINLINE static int twice(int number) { return 2 * number; }

int main(void) {
  struct object *object = malloc(sizeof *object);
  object->method = twice;
#ifdef FIXED
  int (*function)(int) = object->method;
#else
  int (*function)(int) = (int (*)(int))(void *)object;
#endif
  function = (int (*)(int))hide_pointer((void *)function);
  int result = function(4); //~ ERROR type-confused-call
  free(object);
  return result == 77;
}
