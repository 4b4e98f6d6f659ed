// A static function is called through a pointer, too, with what nobody has accessed.
//@ levels: O2
//@ kills-mutants: closed-world/taken-in-code
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers) {
  numbers[1] = 7; //~ ERROR heap-buffer-overflow
}

static NOINLINE void first(long *numbers) {
  numbers[1] = 5;
  put(numbers);
}

int main(void) {
  first(hide_pointer(calloc(2, sizeof(long))));
  void (*function)(long *) = hide_pointer((void *)put);
#ifdef FIXED
  function(hide_pointer(calloc(hide(2), sizeof(long))));
#else
  function(hide_pointer(calloc(hide(1), sizeof(long))));
#endif
  return 0;
}
