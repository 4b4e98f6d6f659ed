// An exception leaves the frames below the one that catches it. What protects the others stays.
//@ aux: aux/throws_elsewhere.cpp
//@ asan(O1): silent Functions with assembly are not on its fake stack, and it takes everything to be left.
//@[bad] levels: O0 O1
//@[fixed] levels: O1
//@ defines: WAY=0 WAY=1 WAY=2 WAY=3 WAY=4 WAY=5 WAY=6 WAY=7
//@ contains: 'kept'
#include "hide.h"
#include <stdexcept>
#if WAY == 1
#include <vector>
#elif WAY == 7
#include <thread>
#endif

[[noreturn]] void throws_elsewhere(int value);
void throws_unchecked(int value);

struct Guard {
  char bytes[40];
  Guard() { touch(bytes); }
  ~Guard() { touch(bytes); }
};

static NOINLINE void fail(int value) {
  char own[33];
  touch(own);
#if WAY == 1
  std::vector<int> numbers(3);
  numbers.at(static_cast<unsigned long>(hide(value + 3)));
#elif WAY == 2
  throws_elsewhere(value);
#elif WAY == 3
  void (*volatile function)(int) = throws_elsewhere;
  function(value);
#elif WAY == 4
  throws_unchecked(value);
#endif
  throw std::out_of_range("far");
}

static NOINLINE void deep(int depth) {
  char own[77];
  touch(own);
#if WAY == 5
  Guard guard;
#endif
  if (depth == 0)
    fail(1);
  else
    deep(depth - 1);
  touch(own);
}

static NOINLINE int inner() {
  int local[3] = {};
  touch(local);
  try {
    deep(5);
  } catch (const std::exception &error) {
    touch(local);
#if WAY == 6
    char large[500];
    touch(large);
    throw;
#endif
  }
  return local[0];
}

static NOINLINE int caught() {
  char own[60];
  touch(own);
  try {
    return inner();
  } catch (const std::exception &error) {
    return own[5];
  }
}

static NOINLINE int sum(const int *first, long count) {
  int all = 0;
  for (long i = 0; i < count; i++)
    all += first[i]; //~ ERROR stack-buffer-overflow
  return all;
}

static int run() {
  int kept[8] = {static_cast<int>(hide(1))};
  touch(kept);
  int result = caught();
#ifdef FIXED
  return sum(kept, hide(8)) == 77 + result;
#else
  return sum(kept, hide(9)) == 77 + result;
#endif
}

int main() {
#if WAY == 7
  std::thread thread(run);
  thread.join();
#else
  return run();
#endif
}
