// The second argument is held to its array, too: the text there has no end.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: member 'user.name'
#include "hide.h"
#include <stdlib.h>
#include <string.h>

struct user {
  int id;
  char name[8];
  char city[32];
};

static struct {
  char *to;
  const char *from;
} task;

NOINLINE static void copy(void) {
  strcpy(task.to, task.from); //~ ERROR sub-object-overflow
}

int main(void) {
  struct user *one = calloc(1, sizeof *one), *other = calloc(1, sizeof *other);
#ifdef FIXED
  memcpy(one->name, "1234567", 8);
#else
  memcpy(one->name, "12345678", 8);
#endif
  task.to = other->city;
  task.from = one->name;
  copy();
  int id = other->id;
  free(one);
  free(other);
  return id;
}
