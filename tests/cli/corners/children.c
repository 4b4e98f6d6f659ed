// Many children, by the C library and by system calls of which it does not know, while threads allocate; every second one errs.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int stop;
static void *allocate(void *unused) {
  while (!stop) {
    char *blocks[50];
    for (int i = 0; i < 50; i++) blocks[i] = malloc(i * 300 + 1);
    for (int i = 0; i < 50; i++) free(blocks[i]);
  }
  return unused;
}
static int child_reports(int round, char *block, int ends[2]) {
  static char text[1 << 16];
  long length = 0, more;
  close(ends[1]);
  while ((more = read(ends[0], text + length, sizeof text - 1 - length)) > 0) length += more;
  text[length] = 0;
  close(ends[0]);
  return round % 2 ? strstr(text, "SUMMARY: sanecc: heap-buffer-overflow") != 0 : length == 0;
}
int main(int count, char **arguments) {
  const char *way = arguments[1];
  int rounds = atoi(arguments[2]), threads = atoi(arguments[3]);
  pthread_t all[4];
  for (int i = 0; i < threads; i++) pthread_create(&all[i], 0, allocate, 0);
  char *block = malloc(10);
  for (int round = 0; round < rounds; round++) {
    int ends[2];
    if (pipe(ends)) return 2;
    long child = !strcmp(way, "fork") ? fork() : !strcmp(way, "SYS_fork") ? syscall(SYS_fork) : syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
      dup2(ends[1], 2);
      // Of a process with threads, a child that the C library does not know of may not allocate.
      if (!threads || !strcmp(way, "fork")) for (int i = 0; i < 100; i++) free(malloc(i * 100));
      volatile char *at = block;
      if (round % 2) at[10] = 1;
      _exit(0);
    }
    int status, right = child_reports(round, block, ends);
    waitpid(child, &status, 0);
    if (!right || !WIFEXITED(status) || WEXITSTATUS(status) != round % 2) {
      printf("round %d: status %x\n", round, status);
      exit(3);
    }
  }
  stop = 1;
  for (int i = 0; i < threads; i++) pthread_join(all[i], 0);
  puts("done");
  return 0;
}
