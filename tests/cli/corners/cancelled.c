// Threads are cancelled while they wait inside of library functions that are checked, and while they allocate.
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int ends[2], kind;
static int *volatile kept;
static volatile int cleaned;
static void clean(void *block) {
  char local[200];
  memset(local, 2, sizeof local);
  kept = (int *)local;
  cleaned += local[7] == 2;
  free(block);
}
__attribute__((noinline)) static void wait_for_ever(void) {
  char room[100];
  kept = (int *)room;
  struct pollfd asked = {ends[0], POLLIN, 0};
  static sem_t never;
  switch (kind) {
  case 0: read(ends[0], room, sizeof room); break;
  case 1: poll(&asked, 1, -1); break;
  case 2: sleep(100); break;
  case 3: sem_wait(&never); break;
  default: for (;;) { free(malloc(100)); pthread_testcancel(); }
  }
}
static void *work(void *unused) {
  char local[300];
  memset(local, 1, sizeof local);
  kept = (int *)local;
  pthread_cleanup_push(clean, malloc(100));
  wait_for_ever();
  pthread_cleanup_pop(1);
  return unused;
}
int main(void) {
  int begun = 0;
  for (int round = 0; round < 150; round++) {
    kind = round % 5;
    if (pipe(ends)) return 2;
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, work, 0);
    usleep(round % 3 * 300);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    if (result != PTHREAD_CANCELED) return 3;
    close(ends[0]);
    close(ends[1]);
  }
  char local[5000];
  memset(local, 1, sizeof local);
  if (cleaned < 50) return printf("%d\n", cleaned), 4;
  puts("done");
  return 0;
}
