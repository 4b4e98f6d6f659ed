// A static function is called through a pointer, too.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers) {
  numbers[1] = 7;
}

static NOINLINE void first(long *numbers) {
  numbers[1] = 5;
  put(numbers);
}

int main(void) {
  first(hide_pointer(calloc(2, sizeof(long))));
  void (*function)(long *) = hide_pointer((void *)put);
  function(hide_pointer(calloc(hide(2), sizeof(long))));
  return 0;
}
