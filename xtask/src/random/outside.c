// What the random programs call and the compiler cannot see into; compiled apart and without checks.
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// Seconds after which a program that waits is ended.
enum { PATIENCE = 60 };

// A program that does not come to its end has so many seconds.
void begin(void) {
  struct rlimit limit = {4, 5};
  setrlimit(RLIMIT_CPU, &limit);
  alarm(PATIENCE);
}

// Yields 1 in a process of its own; 0 in this one, when that has ended and it was said how.
int apart(void) {
  alarm(0);
  pid_t child = fork();
  if (child == 0) {
    alarm(PATIENCE);
    return 1;
  }
  int status = 0;
  waitpid(child, &status, 0);
  dprintf(1, "\n=== ended %d\n", status);
  dprintf(2, "\n=== ended %d\n", status);
  return 0;
}

long hide(long value) { return value; }

void *same(void *pointer) { return pointer; }

void touch(void *pointer) { (void)pointer; }

void let_go(void *pointer) { free(pointer); }

void call(void (*function)(void *), void *argument) { function(argument); }
