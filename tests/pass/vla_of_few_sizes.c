// An array that takes as much room with redzones whichever length it has: its frame leaves nothing behind.
#include "hide.h"
#include <sanitizer/asan_interface.h>
#include <string.h>

static NOINLINE void fill(char *bytes, int count) {
  for (int i = 0; i < count; i++)
    bytes[i] = (char)(i + count);
}

static NOINLINE int nested(int depth) {
  int sum = 0;
  {
    char bytes[8 + (depth & 7)];
    fill(bytes, 8 + (depth & 7));
    sum = bytes[hide(3)];
    if (depth & 4)
      return sum;
    if (depth)
      sum += nested(depth >> 1);
  }
  return sum + 1;
}

// Finds what earlier calls have left on the stack.
__attribute__((no_sanitize("address"))) static NOINLINE int leftover(void) {
  char room[2048];
  memset(room, 0, sizeof room);
  return __asan_region_is_poisoned(room, sizeof room) != 0;
}

int main(void) {
  int found = 0;
  for (int depth = 0; depth < 16; depth++) {
    nested(depth);
    found += leftover();
  }
  return found;
}
