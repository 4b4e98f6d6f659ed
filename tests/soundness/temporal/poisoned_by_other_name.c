// A variable is poisoned by another name, which only the assembler knows to be the same.
//@ asan: any its own decision rests on the name
#include "hide.h"
#include <sanitizer/asan_interface.h>

volatile int numbers[8] = {1};
__asm__(".globl others\n.set others, numbers");
extern volatile int others[8];

int main(void) {
  __asan_poison_memory_region(others, 16);
#ifdef FIXED
  __asan_unpoison_memory_region(others, 16);
#endif
  numbers[1] = 3; //~ ERROR use-after-poison
  __asan_unpoison_memory_region(others, 16);
  return 0;
}
