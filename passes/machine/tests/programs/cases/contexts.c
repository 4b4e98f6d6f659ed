// Contexts: coroutines that come and go, with arguments, and where they lead to.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

static ucontext_t back, generators[2], done;
static int yielded;

static int deep(int depth, int value) {
  int local[2] = {depth, value};
  if (depth > 0)
    return deep(depth - 1, value) + local[0];
  yielded = local[1];
  swapcontext(&generators[value & 1], &back);
  return local[1];
}

static void generate(int first, int step) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += deep(i, first + i * step);
  printf("sum %d\n", sum);
}

static void make(ucontext_t *context, int first, int step, ucontext_t *link) {
  getcontext(context);
  context->uc_stack.ss_sp = malloc(65536);
  context->uc_stack.ss_size = 65536;
  context->uc_link = link;
  makecontext(context, (void (*)(void))generate, 2, first, step);
}

static void *in_thread(void *unused) {
  swapcontext(&back, &generators[1]);
  printf("in a thread %d\n", yielded);
  return unused;
}

int main(void) {
  volatile int rounds = 0;
  getcontext(&done);
  printf("round %d\n", rounds);
  if (rounds++ < 3)
    setcontext(&done);
  make(&generators[0], 10, 2, &back);
  make(&generators[1], 21, 2, &back);
  for (int i = 0; i < 4; i++) {
    swapcontext(&back, &generators[0]);
    printf("first %d\n", yielded);
    if (i < 2) {
      swapcontext(&back, &generators[1]);
      printf("second %d\n", yielded);
    }
  }
  pthread_t thread;
  pthread_create(&thread, NULL, in_thread, NULL);
  pthread_join(thread, NULL);
  free(generators[0].uc_stack.ss_sp);
  free(generators[1].uc_stack.ss_sp);
}
