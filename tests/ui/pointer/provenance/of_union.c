// The pointer is copied as a member of a union, which is copied as bytes or as a word.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
#include "hide.h"
#include <stdlib.h>

union value {
  char *text;
  long number;
};

NOINLINE static void copy(union value *to, const union value *from) { *to = *from; }

NOINLINE static char at(const union value *value, long index) {
  return value->text[index]; //~ ERROR cross-object-access
}

int main(void) {
  char *one = calloc(1, 1000), *two = calloc(1, 1000);
  long distance = hide(two - one);
  union value value = {distance > 0 ? one : two}, other = {0};
  distance = distance < 0 ? -distance : distance;
#ifdef FIXED
  distance = 900;
#endif
  touch(&value);
  copy(&other, &value);
  return at(&other, distance + 10);
}
