// A context whose stack is an array of the thread's own leaves frames by a jump. Those of the functions that wait for it further up are none of
// them.
//@ asan: any it takes them for some that were left
#include "hide.h"
#include <setjmp.h>
#include <string.h>
#include <ucontext.h>

static ucontext_t first, other;
static jmp_buf target;

static NOINLINE void fill(char *bytes, int value) {
  for (int i = 0; i < 64; i++)
    bytes[i] = (char)value;
  __asm__ volatile("" : : "r"(bytes) : "memory");
}

static NOINLINE void leaf(int value) {
  char bytes[64];
  fill(bytes, value);
}

static NOINLINE void jump(int depth) {
  char bytes[64];
  fill(bytes, 1);
  if (depth)
    jump(depth - 1);
  else
    longjmp(target, 1);
  __asm__ volatile("");
}

static void body(void) {
  if (!setjmp(target))
    jump(3);
  for (int i = 0; i < 2000; i++)
    leaf(99);
  swapcontext(&other, &first);
}

static NOINLINE int wait_for_it(int depth) {
  char bytes[64];
  fill(bytes, depth);
  int sum = 0;
  if (depth)
    sum = wait_for_it(depth - 1);
  else
    swapcontext(&first, &other);
  for (int i = 0; i < 64; i++)
    sum += bytes[i];
  return sum;
}

int main(void) {
  char stack[1 << 17];
  memset(stack, 0, sizeof stack);
  getcontext(&other);
  other.uc_stack.ss_sp = stack;
  other.uc_stack.ss_size = sizeof stack;
  other.uc_link = &first;
  makecontext(&other, body, 0);
  return wait_for_it(3) != 64 * (3 + 2 + 1);
}
