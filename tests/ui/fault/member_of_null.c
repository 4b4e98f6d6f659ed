// A member of a structure at null is written.
//@ contains: a null pointer plus an offset
//@ contains: caused by a WRITE memory access
#include "hide.h"

struct pair {
  int first, second;
};

int main(void) {
  static struct pair pair;
#ifdef FIXED
  struct pair *pointer = hide_pointer(&pair);
#else
  struct pair *pointer = hide_pointer((void *)(hide((long)&pair) * 0));
#endif
  ((volatile struct pair *)pointer)->second = 1; //~ ERROR SEGV
  return pair.first;
}
