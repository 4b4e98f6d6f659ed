// A unit in C and one in C++ share the heap, and an exception passes through the C part.
//@ aux: aux/part_in_c.c
#include "hide.h"
#include <cstdlib>

extern "C" {
char *made_in_c(long size);
void given_back_in_c(char *block);
long called_by_c(long (*function)(long), long argument);
}

static long may_fail(long value) {
  if (value > 3)
    throw value;
  return value;
}

int main() {
  char *block = made_in_c(hide(10));
  block[9] = 1;
  free(block);
  given_back_in_c(static_cast<char *>(malloc(5)));
  if (called_by_c(may_fail, 2) != 3)
    return 1;
  try {
    called_by_c(may_fail, 4);
  } catch (long value) {
    return value == 4 ? 0 : 2;
  }
  return 3;
}
