// The caller, which is assembly, has not aligned the stack: the report does not fail over that.
//@ only: x86_64 its assembly
//@ contains: READ of size 4
//@ contains: 'numbers'
#include "hide.h"

static int numbers[5] = {1, 2, 3, 4, 5};

__attribute__((used, noinline)) int element(int index) {
  return numbers[index]; //~ ERROR global-buffer-overflow
}

int call(int index);
__asm__(".text\n"
        ".globl call\n"
        ".type call, @function\n"
        "call:\n"
        "  call element\n"
        "  ret\n"
        ".size call, . - call\n");

int main(void) {
  touch(numbers);
#ifdef FIXED
  return call((int)hide(0)) - 1;
#else
  return call((int)hide(5));
#endif
}
