// LLVM reads what the program might read, and chooses afterwards: it must not look like a use of the variable that is out of scope.
//@ levels: O0 O1 O2 O3
//@ defines: KEEP=0 KEEP=1
//@ flags: -Wno-unused-parameter
#include "hide.h"
#include <sanitizer/asan_interface.h>

typedef struct {
  int first, second;
} pair;

// A choice that becomes an edge into a phi.
static NOINLINE int by_branch(int keep) {
  int own = 5, *chosen;
  {
    int inner = 6;
    chosen = &inner;
    touch(chosen);
    keep = hide(keep);
  }
  if (!keep) {
    own = hide(7);
    chosen = &own;
  }
  return keep ? 7 : *chosen;
}

// One that becomes a choice between values.
static NOINLINE int by_choice(int leave) {
  pair own = {5, 7};
  int *chosen, result;
  {
    int inner = 6;
    chosen = &inner;
    touch(chosen);
    leave = hide(leave);
  }
  if (leave)
    chosen = &own.second;
  result = *chosen;
  own.second = hide(0);
  return result + own.second;
}

static NOINLINE int by_choices(int one, int two) {
  int own = 7, *chosen;
  touch(&own);
  {
    int a = 1, b = 2;
    touch(&a);
    touch(&b);
    chosen = one ? &a : &b;
  }
  chosen = two ? chosen : &own;
  return *chosen;
}

static NOINLINE int by_switch(int which) {
  int own = hide(4), other = hide(5), *chosen;
  {
    int inner = 1;
    chosen = &inner;
    touch(chosen);
  }
  switch (which) {
  case 3:
    chosen = &own;
    break;
  case 5:
    chosen = &other;
    break;
  case 7:
    own = hide(7);
    chosen = &own;
    break;
  }
  return *chosen;
}

// What a callee reads on one of its paths, read by its caller.
static NOINLINE int read_if(int wanted, const int *place) { return wanted ? *place : 7; }

static NOINLINE int by_call(void) {
  int *chosen;
  {
    int inner = 1;
    chosen = &inner;
    touch(chosen);
  }
  return read_if(hide(0), chosen);
}

static int pool[4] = {0, 7};

static NOINLINE int by_hand(int which) {
  int *chosen = which ? &pool[1] : &pool[2];
  int result;
  __asan_poison_memory_region(&pool[2], 2 * sizeof pool[0]);
  result = *chosen;
  __asan_unpoison_memory_region(&pool[2], 2 * sizeof pool[0]);
  return result;
}

int main(void) {
  if (by_branch(hide(0)) != 7 || by_choice(hide(1)) != 7)
    return 1;
  if (by_choices(hide(KEEP), hide(0)) != 7)
    return 2;
  if (by_switch(hide(3)) != 4 || by_switch(hide(5)) != 5 || by_switch(hide(7)) != 7)
    return 3;
  return by_call() != 7 || by_hand(hide(1)) != 7;
}
