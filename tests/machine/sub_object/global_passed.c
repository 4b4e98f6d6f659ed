// A member of a global structure is passed to a function, as a constant address.
#include <string.h>

static struct {
  int count;
  char first[8];
  char second[8];
  int last;
} all = {0, "12345678", "x", 1};

int main(void) {
#ifdef FIXED
  return strlen(all.second) == 1 ? 0 : 1;
#else
  return strlen(all.first) == 8 ? 0 : 1; //~ ERROR sub-object-overflow
#endif
}
