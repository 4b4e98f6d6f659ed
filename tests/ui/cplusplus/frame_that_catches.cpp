// The frame that catches an exception lives on, and so does what protects its own objects.
//@ asan(O1 O2): silent Functions with assembly are not on its fake stack, and it takes everything to be left.
//@ defines: WAY=0 WAY=1
//@ contains: 'local'
#include "hide.h"
#include <stdexcept>

static NOINLINE void deep(int depth) {
  char own[77];
  touch(own);
  if (depth == 0)
    throw std::runtime_error("deep");
  else
    deep(depth - 1);
  touch(own);
}

static NOINLINE int sum(const int *first, long count) {
  int all = 0;
  for (long i = 0; i < count; i++)
    all += first[i]; //~ ERROR stack-buffer-overflow
  return all;
}

static NOINLINE int caught() {
  int local[8] = {static_cast<int>(hide(1))};
  int others[8] = {static_cast<int>(hide(1))};
  touch(local);
  touch(others);
  try {
    deep(5);
  } catch (const std::exception &error) {
#if WAY == 0
#ifdef FIXED
    return sum(local, hide(8)) + sum(others, 8);
#else
    return sum(local, hide(9)) + sum(others, 8);
#endif
#endif
  }
#ifdef FIXED
  return sum(local, hide(8)) + sum(others, 8);
#else
  return sum(local, hide(9)) + sum(others, 8);
#endif
}

int main() { return caught() == 77; }
