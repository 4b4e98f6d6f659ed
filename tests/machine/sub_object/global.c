// An index into the first member of a global structure: the member has the address of the whole.
#include "hide.h"

static struct {
  char letters[4];
  char more[4];
} all;

int main(void) {
#ifdef FIXED
  all.letters[hide(3)] = 1;
#else
  all.letters[hide(4)] = 1; //~ ERROR sub-object-overflow
#endif
  return all.more[0];
}
