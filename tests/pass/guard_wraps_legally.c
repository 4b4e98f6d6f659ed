// Unsigned numbers wrap, as C allows, and no access leaves its object.
//@ levels: O1 O2
#include "hide.h"

static NOINLINE int first_four(unsigned n) {
  volatile int numbers[16] = {0};
  unsigned bytes = n * 4;
  if (bytes <= sizeof numbers)
    for (unsigned i = 0; i < n; i++) {
      numbers[i] = 7;
      if (hide(i) == 3) break;
    }
  return numbers[3] + numbers[4];
}

static NOINLINE int back_and_forth(unsigned start, unsigned length) {
  volatile char marks[64] = {0};
  if (start + length <= sizeof marks)
    for (unsigned k = hide(8); k < length; k++) marks[start + k] = 1;
  return marks[0] + marks[15];
}

static NOINLINE unsigned hash(const char *text) {
  static unsigned char seen[256];
  unsigned h = 5381;
  for (; *text; text++) {
    h = h * 33 + (unsigned char)*text;
    seen[h & 255] = 1;
  }
  return seen[h & 255];
}

int main(void) {
  if (first_four(hide(0x40000001)) != 7) return 1;
  if (back_and_forth(hide(0xfffffff8), hide(24)) != 2) return 2;
  return hash("legal, and long enough to wrap several times") != 1;
}
