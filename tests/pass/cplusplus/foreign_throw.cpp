// Code without checks throws through a frame that has no handler, then uses that part of the stack itself.
//@ levels: O0 O1 O2 O3
#include "hide.h"

#define UNCHECKED __attribute__((noinline, no_sanitize("address")))

NOINLINE static void fill(char *bytes, long size) {
  for (long i = 0; i < size; i++)
    bytes[i] = static_cast<char>(i);
  touch(bytes);
}

UNCHECKED static void fail(long value) {
  if (hide(value))
    throw value;
}

NOINLINE static void between(long depth) {
  char own[300];
  fill(own, sizeof own);
  if (depth)
    between(depth - 1);
  else
    fail(3);
  fill(own, sizeof own);
}

UNCHECKED static int use_the_stack() {
  char area[4000];
  fill(area, sizeof area);
  return area[1];
}

int main() {
  for (long depth = 0; depth < 8; depth++) {
    try {
      between(depth);
      return 1;
    } catch (long value) {
      if (value != 3 || use_the_stack() != 1)
        return 2;
    }
  }
}
