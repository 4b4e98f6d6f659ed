// An index certainly stays in the array, of which another module has poisoned a part.
//@ defines: WHICH=internal WHICH=external WHICH=local WHICH=room.at WHICH=of_thread
//@ aux: ../aux/poison.c
//@ kills-mutants: poison/elsewhere
#include "hide.h"

struct room {
  int at[16];
};

static int internal[16];
int external[16];
static __thread int of_thread[16];
void poison_elsewhere(void *start, unsigned long size);

static NOINLINE int look(struct room room, long i) {
  int local[16] = {0};
  touch(local);
  touch(internal);
  touch(of_thread);
  poison_elsewhere(WHICH + 8, 32);
  if (i < 0 || i >= 16)
    return 1;
  return WHICH[i]; //~ ERROR use-after-poison
}

int main(void) {
  struct room room = {{0}};
#ifdef FIXED
  return look(room, hide(7));
#else
  return look(room, hide(9));
#endif
}
