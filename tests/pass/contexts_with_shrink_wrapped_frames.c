// Contexts take turns inside of functions that make a place for their variables on some of their paths alone.
//@ asan: any it warns that it does not fully support this
#include "hide.h"
#include <setjmp.h>
#include <stdlib.h>
#include <ucontext.h>

enum { CONTEXTS = 3, ROUNDS = 4, STACK = 1 << 16 };

static ucontext_t main_context, contexts[CONTEXTS];
static jmp_buf back;
static unsigned sum;

static NOINLINE void fill(char *bytes, int count) {
  for (int i = 0; i < count; i++)
    bytes[i] = i;
  touch(bytes);
}

static NOINLINE int seldom(int n) {
  if (n == 0)
    return 7;
  char some[16], more[24];
  fill(some, sizeof some);
  fill(more, sizeof more);
  int result = some[n & 15] + more[n % 24];
  if (n & 1) {
    struct {
      long first;
      char tail[8];
    } inner;
    fill(inner.tail, sizeof inner.tail);
    result += inner.tail[n & 7];
  }
  return result;
}

static NOINLINE int jumps_out(int depth) {
  if (depth == 0)
    longjmp(back, 1);
  char bytes[16];
  fill(bytes, sizeof bytes);
  int result = jumps_out(depth - 1);
  return result + bytes[depth & 15];
}

static NOINLINE int lands(int depth) {
  volatile int times = 0;
  if (setjmp(back))
    times++;
  if (times < 3)
    jumps_out(depth);
  char bytes[20];
  fill(bytes, sizeof bytes);
  return bytes[times] + times;
}

static void turn(int number) {
  for (int i = 0; i < ROUNDS; i++) {
    char bytes[16];
    if (i & 1) {
      char inner[32];
      fill(inner, sizeof inner);
      swapcontext(&contexts[number], &contexts[(number + 1) % CONTEXTS]);
      sum = sum * 31 + inner[i];
      fill(inner, sizeof inner);
    }
    fill(bytes, sizeof bytes);
    sum = sum * 31 + seldom(number + i) + lands(i);
    swapcontext(&contexts[number], number + 1 == CONTEXTS ? &main_context : &contexts[number + 1]);
    sum = sum * 31 + bytes[i];
  }
  setcontext(&main_context);
}

int main(void) {
  char *stacks[CONTEXTS];
  for (int i = 0; i < CONTEXTS; i++) {
    stacks[i] = malloc(STACK);
    getcontext(&contexts[i]);
    contexts[i].uc_stack.ss_sp = stacks[i];
    contexts[i].uc_stack.ss_size = STACK;
    makecontext(&contexts[i], (void (*)(void))turn, 1, i);
  }
  for (int round = 0; round < ROUNDS; round++)
    swapcontext(&main_context, &contexts[0]);
  for (int i = 0; i < 50; i++)
    sum += seldom(i) + lands(i & 7);
  for (int i = 0; i < CONTEXTS; i++)
    free(stacks[i]);
  return sum == 0;
}
