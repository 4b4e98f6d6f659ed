// Throwing, catching by base, rethrowing, storing, from the library too, and longjmp; the stack is used in between.
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <csetjmp>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

struct Error {
  int values[20];
  explicit Error(int value) {
    for (int &each : values)
      each = value;
  }
  virtual ~Error() = default;
};
struct Special : Error {
  using Error::Error;
};

NOINLINE static void fill(char *bytes, long size) {
  for (long i = 0; i < size; i++)
    bytes[i] = static_cast<char>(i);
}

struct Guard {
  char bytes[40];
  Guard() { fill(bytes, sizeof bytes); }
  ~Guard() { fill(bytes, sizeof bytes); }
};

NOINLINE static void fail(int value) {
  char own[33];
  fill(own, sizeof own);
  throw Special(value);
}

NOINLINE static void deep(int value) {
  Guard guard;
  char own[77];
  fill(own, sizeof own);
  fail(value);
  fill(own, sizeof own);
}

NOINLINE static int caught(int value) {
  try {
    deep(value);
  } catch (const Error &error) {
    return error.values[19];
  }
  return -1;
}

NOINLINE static int rethrown(int value) {
  try {
    try {
      deep(value);
    } catch (Error &error) {
      char own[60];
      fill(own, sizeof own);
      error.values[0]++;
      throw;
    }
  } catch (Special &special) {
    return special.values[0] - 1;
  }
  return -1;
}

NOINLINE static int stored(int value) {
  std::exception_ptr kept;
  try {
    deep(value);
  } catch (...) {
    kept = std::current_exception();
  }
  try {
    std::rethrow_exception(kept);
  } catch (const Error &error) {
    return error.values[5];
  }
}

NOINLINE static void fail_in_library(unsigned long at) {
  char own[45];
  fill(own, sizeof own);
  std::string text(own, 10);
  text = text.substr(at);
  touch(&text);
}

NOINLINE static int nested(int depth) {
  char own[30];
  fill(own, sizeof own);
  try {
    if (depth == 0)
      throw depth;
    nested(depth - 1);
  } catch (int value) {
    fill(own, sizeof own);
    if (value < 50)
      throw value + 1;
  }
  return depth;
}

static std::jmp_buf place;

NOINLINE static void jump() {
  char own[100];
  fill(own, sizeof own);
  std::longjmp(place, 1);
}

NOINLINE static int jumped(int value) {
  try {
    if (setjmp(place) == 0) {
      char own[50];
      fill(own, sizeof own);
      jump();
    }
    deep(value);
  } catch (const Error &error) {
    return error.values[1];
  }
  return -1;
}

static int compare(const void *a, const void *b) {
  return *static_cast<const int *>(a) - *static_cast<const int *>(b);
}

// The library's own frames are passed to checked code.
NOINLINE static bool sorts() {
  int numbers[700];
  for (int i = 0; i < 700; i++)
    numbers[i] = i * 7919 % 701;
  qsort(numbers, 700, sizeof *numbers, compare);
  return numbers[0] <= numbers[1] && numbers[698] <= numbers[699];
}

int main() {
  for (int i = 0; i < 30; i++) {
    if (caught(i) != i || !sorts() || rethrown(i) != i || !sorts())
      return 1;
    if (stored(i) != i || jumped(i) != i || nested(100) != 100 || !sorts())
      return 2;
    try {
      fail_in_library(100);
      return 3;
    } catch (const std::out_of_range &error) {
      if (error.what()[0] == 0 || !sorts())
        return 4;
    }
  }
}
