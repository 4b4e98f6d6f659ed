// While a program limits its address space, and the shadow that nothing is in is given back, other threads enter frames: the poison
// that these lay where there was none before stays.
//@ flags: -pthread
//@ only: x86_64 it has the place of its shadow
//@ asan: any its shadow is not given back
#include "hide.h"
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int __asan_address_is_poisoned(void const volatile *address);

enum { THREADS = 3, AREAS = 400, ROUNDS = 8 };
// As much memory as has shadow that is given back as a whole.
static const unsigned long AREA = 8ul << 20;

static char *areas[THREADS];
static volatile int done[THREADS];

// What the beginning of a function does.
__attribute__((no_sanitize("address"))) static void poison(char *address) {
  *(volatile char *)(((unsigned long)address >> 3) + 0x7fff8000) = (char)0xf1;
}

static void *enter_frames(void *number) {
  long thread = (long)number;
  for (int area = 0; area < AREAS; area++) {
    poison(areas[thread] + area * AREA + 64);
    done[thread] = area + 1;
    for (volatile int wait = 0; wait < 2000; wait++)
      ;
  }
  return number;
}

static int lost(int delay) {
  pthread_t threads[THREADS];
  for (long thread = 0; thread < THREADS; thread++) {
    areas[thread] = mmap(NULL, AREAS * AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (areas[thread] == MAP_FAILED || pthread_create(&threads[thread], NULL, enter_frames, (void *)thread))
      return 2;
  }
  usleep(delay);
  struct rlimit limit = {40ul << 30, 40ul << 30};
  if (setrlimit(RLIMIT_AS, &limit))
    return 3;
  for (int thread = 0; thread < THREADS; thread++)
    pthread_join(threads[thread], NULL);
  for (int thread = 0; thread < THREADS; thread++)
    for (int area = 0; area < done[thread]; area++)
      if (!__asan_address_is_poisoned(areas[thread] + area * AREA + 64))
        return 4;
  return 0;
}

int main(void) {
  for (int round = 0; round < ROUNDS; round++) {
    int status;
    pid_t child = fork();
    if (child == 0)
      _exit(lost(hide(round) * 150));
    if (waitpid(child, &status, 0) != child || status != 0) {
      printf("round %d: status %x\n", round, status);
      return 1;
    }
  }
  return 0;
}
