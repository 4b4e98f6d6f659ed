// Two structures own one chunk.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

struct owner {
  char *text;
};

static NOINLINE void drop(struct owner *owner) {
  free(owner->text); //~ ERROR double-free
  owner->text = NULL;
}

int main(void) {
  struct owner first = {calloc(5, 1)};
#ifdef FIXED
  struct owner second = {calloc(5, 1)};
#else
  struct owner second = first;
#endif
  touch(&first);
  touch(&second);
  drop(&first);
  drop(&second);
  return 0;
}
