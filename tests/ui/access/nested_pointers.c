// The second of three loads is outside.
#include "hide.h"
#include <stdlib.h>

struct link {
  struct link **others;
  int value;
};

static NOINLINE int follow(struct link *link, long which) {
  struct link **others = link->others;
  struct link *other = others[which]; //~ ERROR heap-buffer-overflow
  return other->value;
}

int main(void) {
  struct link first = {0}, second = {0};
  first.others = malloc(2 * sizeof *first.others);
  first.others[0] = first.others[1] = &second;
  touch(&first);
  touch(&second);
#ifdef FIXED
  int value = follow(&first, hide(1));
#else
  int value = follow(&first, hide(2));
#endif
  free(first.others);
  return value;
}
