// Each structure owns its block.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

struct owner {
  char *text;
};

static NOINLINE void drop(struct owner *owner) {
  free(owner->text);
  owner->text = NULL;
}

int main(void) {
  struct owner first = {calloc(5, 1)};
  struct owner second = {calloc(5, 1)};
  touch(&first);
  touch(&second);
  drop(&first);
  drop(&second);
  return 0;
}
