// An exception carries the address of a variable of the function that it leaves.
#include "hide.h"

struct Failure {
#ifdef FIXED
  int detail;
#else
  int *detail;
#endif
};

NOINLINE static void fail(int code) {
  int detail = code;
#ifdef FIXED
  throw Failure{detail};
#else
  throw Failure{&detail};
#endif
}

NOINLINE static void descend(int value) {
  char room[2000];
  touch(room);
  fail(value);
  touch(room);
}

// When another frame begins above those that were left, they are collected.
NOINLINE static void other(int value) {
  int local = value;
  int *volatile own = &local;
  *own += 1;
}

int main(int argc, char **) {
  try {
    descend(argc);
  } catch (const Failure &failure) {
    other(argc);
#ifdef FIXED
    return failure.detail != 1;
#else
    return *(volatile int *)failure.detail != 1; //~ ERROR stack-use-after-return
#endif
  }
  return 1;
}
