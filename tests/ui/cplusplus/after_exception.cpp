// After exceptions have left frames, an overflow in a new one is found.
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <stdexcept>

NOINLINE static void fill(char *bytes, long size) {
  for (long i = 0; i < size; i++)
    bytes[i] = static_cast<char>(i);  //~ ERROR stack-buffer-overflow
}

NOINLINE static void fail(int depth) {
  char own[40];
  fill(own, sizeof own);
  if (depth == 0)
    throw std::runtime_error("deep");
  fail(depth - 1);
  fill(own, sizeof own);
}

NOINLINE static int caught(int depth) {
  try {
    fail(depth);
  } catch (const std::runtime_error &error) {
    return error.what()[0] == 'd';
  }
  return 0;
}

NOINLINE static void use_stack(long size) {
  char large[4000];
  fill(large, size);
  touch(large);
}

int main() {
  for (int depth = 0; depth < 20; depth++)
    if (!caught(depth))
      return 1;
#ifdef FIXED
  use_stack(hide(4000));
#else
  use_stack(hide(4001));
#endif
}
