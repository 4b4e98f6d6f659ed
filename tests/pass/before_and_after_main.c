// Constructors, destructors and exit handlers use the heap, globals and frames.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static char *early;
static char table[33] = "filled at link time";

__attribute__((constructor)) static void first(void) {
  char local[40];
  memset(local, 2, hide(sizeof local));
  touch(local);
  early = malloc(20);
  strcpy(early, table);
}

static void last(void) {
  char *late = malloc(50);
  strcpy(late, early);
  int wrong = strcmp(late, "filled at link time");
  free(late);
  if (wrong)
    abort();
}

__attribute__((destructor)) static void very_last(void) {
  table[hide(32)] = 1;
  free(early);
}

int main(void) {
  atexit(last);
  return strcmp(early, table);
}
