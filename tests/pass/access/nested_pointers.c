// Three loads, one through the other.
#include "hide.h"
#include <stdlib.h>

struct link {
  struct link **others;
  int value;
};

static NOINLINE int follow(struct link *link, long which) {
  struct link **others = link->others;
  struct link *other = others[which];
  return other->value;
}

int main(void) {
  struct link first = {0}, second = {0};
  first.others = malloc(2 * sizeof *first.others);
  first.others[0] = first.others[1] = &second;
  touch(&first);
  touch(&second);
  int value = follow(&first, hide(1));
  free(first.others);
  return value;
}
