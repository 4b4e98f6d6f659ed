// What the random programs call and the compiler cannot see into; compiled apart and without checks.
#include <stdlib.h>
#include <sys/resource.h>

// A program that does not come to its end has so many seconds.
void begin(void) {
  struct rlimit limit = {4, 5};
  setrlimit(RLIMIT_CPU, &limit);
}

long hide(long value) { return value; }

void *same(void *pointer) { return pointer; }

void touch(void *pointer) { (void)pointer; }

void let_go(void *pointer) { free(pointer); }

void call(void (*function)(void *), void *argument) { function(argument); }
