// A member of a structure is written.
#include "hide.h"

struct pair {
  int first, second;
};

int main(void) {
  static struct pair pair;
  struct pair *pointer = hide_pointer(&pair);
  ((volatile struct pair *)pointer)->second = 1;
  return pair.first;
}
