// Only the handler of an exception needs a frame.
#include "hide.h"

static int *kept;
static NOINLINE void keep(int *place) {
  kept = place;
  *place += 1;
}

static NOINLINE void fail(int value) {
  if (value % 2)
    throw value;
}

static NOINLINE int run(int value) {
  try {
    fail(value);
  } catch (int thrown) {
    int local = thrown;
    keep(&local);
    return local;
  }
  return value;
}

int main() {
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += run((int)hide(i));
  return sum != 50;
}
