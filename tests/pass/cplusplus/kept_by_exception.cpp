// An exception carries the value of a variable of the function that it leaves.
#include "hide.h"

struct Failure {
  int detail;
};

NOINLINE static void fail(int code) {
  int detail = code;
  throw Failure{detail};
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
    return failure.detail != 1;
  }
  return 1;
}
