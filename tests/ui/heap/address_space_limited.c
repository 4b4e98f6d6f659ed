// The program leaves itself less address space than the shadow has. Chunks from before and after are checked as ever.
//@ only: x86_64 elsewhere the process has an emulator in it, which needs more
//@ asan: any it does not work with little address space
//@ contains: 5 bytes after 100-byte region
#ifdef FIXED
#define _GNU_SOURCE
#include "hide.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { LIMIT = 512 << 20, LARGE = 200 << 20, SMALL = 20000 };

static void *thread(void *argument) {
  char local[1 << 16];
  memset(local, 1, sizeof local);
  touch(local);
  for (int i = 0; i < SMALL; i++)
    free(memset(malloc(i + 1), 1, i + 1));
  return argument;
}

static volatile int faults;

static void handler(int number) {
  faults++;
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(number, &usual, NULL);
}

int main(void) {
  // The program's own handler is called for what is not about shadow.
  struct sigaction own = {.sa_handler = handler};
  sigaction(SIGSEGV, &own, NULL);
  pthread_t early, late;
  if (pthread_create(&early, NULL, thread, NULL) != 0) return 2;
  char *before[SMALL];
  for (int i = 0; i < SMALL; i++)
    before[i] = memset(malloc(200), 1, 200);
  struct rlimit old, limit = {LIMIT, RLIM_INFINITY};
  if (prlimit(0, RLIMIT_AS, &limit, &old) != 0 || setrlimit(RLIMIT_DATA, &limit) != 0) return 3;
  for (int round = 0; round < 3; round++) {
    char *large = malloc(LARGE);
    if (large == NULL) return 4;
    memset(large, 1, LARGE);
    free(large);
  }
  if (hide_pointer(malloc(LIMIT)) != NULL || errno != ENOMEM) return 5;
  char *mapping = mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) return 6;
  memset(mapping, 1, 64 << 20);
  munmap(mapping, 64 << 20);
  if (pthread_create(&late, NULL, thread, NULL) != 0) return 7;
  pthread_join(early, NULL);
  pthread_join(late, NULL);
  for (int i = 0; i < SMALL; i++)
    free(before[i]);
  raise(SIGSEGV);
  printf("%d\n", faults);
  return faults != 1;
}
#else
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

int main(void) {
  char *before = hide_pointer(malloc(100));
  struct rlimit limit = {512 << 20, RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &limit) != 0) return 3;
  char *large = malloc(200 << 20);
  if (large == NULL) return 4;
  memset(large, 1, 200 << 20);
  printf("%d\n", before[hide(105)]); //~ ERROR heap-buffer-overflow
  free(large);
  free(before);
  return 0;
}
#endif
