// The module poisons a part of its own array by hand, and reads another one.
//@ levels: O2
#include "hide.h"
#include <sanitizer/asan_interface.h>

static NOINLINE int at(void) {
  volatile int numbers[8] = {1};
  __asan_poison_memory_region((void *)numbers, 16);
  int sum = numbers[4];
  __asan_unpoison_memory_region((void *)numbers, 32);
  return sum;
}

int main(void) { return at() == 77; }
