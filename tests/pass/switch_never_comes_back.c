// A function that never comes back switches to another stack without a word. Its own has other objects afterwards.
//@ only: x86_64 its assembly
//@ aux: aux/never_switches_back.c
//@ defines: WAY=0 WAY=1 WAY=2
#include "hide.h"
#include <string.h>

#define UNCHECKED __attribute__((noinline, no_sanitize("address")))

struct place {
  void *sp;
};
struct place outside, inside;
void switch_stacks(struct place *from, struct place *to);
void ends_elsewhere(void) __attribute__((noreturn));
void loops_elsewhere(void) __attribute__((noreturn));

__asm__(".text\n"
        ".globl switch_stacks\n"
        ".type switch_stacks, @function\n"
        "switch_stacks:\n"
        "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
        "  movq %rsp, (%rdi)\n"
        "  movq (%rsi), %rsp\n"
        "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
        "  ret\n");

static char stack[64 << 10] __attribute__((aligned(16)));

static NOINLINE int sum(const char *first, int count) {
  int all = 0;
  for (int i = 0; i < count; i++)
    all += first[i];
  return all;
}

UNCHECKED static int objects(void) {
  char own[6000];
  memset(own, 1, sizeof own);
  return sum(hide_pointer(own), sizeof own);
}

static NOINLINE void deep(int depth) {
  char buffer[100];
  touch(buffer);
  if (depth > 0)
    deep(depth - 1);
  else {
#if WAY == 0
    ends_elsewhere();
#elif WAY == 1
    loops_elsewhere();
#else
    switch_stacks(&inside, &outside);
    __builtin_unreachable();
#endif
  }
  touch(buffer);
}

static int done;

static void ends(void) { deep((int)hide(12)); }

UNCHECKED static void goes_on(void) {
  done = objects() == 6000;
  switch_stacks(&inside, &outside);
}

UNCHECKED static void run(void (*function)(void)) {
  void **top = (void **)(stack + sizeof stack) - 2;
  *--top = (void *)function;
  inside.sp = top - 6;
  memset(inside.sp, 0, 6 * sizeof *top);
  switch_stacks(&outside, &inside);
}

int main(void) {
  run(ends);
  run(goes_on);
  return !done;
}
