// A part of the program that another compiler has made, here the assembler, jumps out of checked frames. What they have poisoned is addressable again.
//@ only: x86_64 its assembly
#include "hide.h"
#include <setjmp.h>
#include <string.h>

#define UNCHECKED __attribute__((noinline, no_sanitize("address")))

jmp_buf foreign_place;
void foreign_jump(void);

__asm__(".text\n"
        "foreign_jump:\n"
        "  movq foreign_place@GOTPCREL(%rip), %rdi\n"
        "  movl $1, %esi\n"
        "  jmp longjmp@PLT\n");

static NOINLINE void deep(int depth) {
  char buffer[100];
  touch(buffer);
  if (depth == 0)
    foreign_jump();
  else
    deep(depth - 1);
  touch(buffer);
}

static NOINLINE int sum(const char *first, int count) {
  int all = 0;
  for (int i = 0; i < count; i++)
    all += first[i];
  return all;
}

UNCHECKED static int over_stack(void) {
  char own[6000];
  memset(own, 1, sizeof own);
  return sum(hide_pointer(own), sizeof own);
}

int main(void) {
  if (setjmp(foreign_place) == 0)
    deep((int)hide(15));
  return over_stack() != 6000;
}
