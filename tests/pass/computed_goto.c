// Jumps to addresses of labels, between accesses to protected objects.
#include "hide.h"

static NOINLINE int interpret(const unsigned char *code) {
  static void *const operations[] = {&&push, &&add, &&stop};
  int stack[8], depth = 0;
  touch(stack);
  goto *operations[*code];
push:
  stack[depth++] = code[1];
  code += 2;
  goto *operations[*code];
add:
  depth--;
  stack[depth - 1] += stack[depth];
  code++;
  goto *operations[*code];
stop:
  return stack[depth - 1];
}

int main(void) {
  unsigned char code[] = {0, 3, 0, 4, 1, 0, 5, 1, 2};
  touch(code);
  return interpret(code) != 12;
}
