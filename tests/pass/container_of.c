// From a member back to its structure: the offset is negative, the access is in bounds.
#include "hide.h"
#include <stddef.h>
#include <stdlib.h>

struct link {
  struct link *next;
};

struct item {
  long value;
  struct link link;
};

static NOINLINE long sum(struct link *link) {
  long total = 0;
  for (; link; link = link->next)
    total += ((struct item *)((char *)link - offsetof(struct item, link)))->value;
  return total;
}

int main(void) {
  struct item on_stack = {3, {NULL}};
  struct item *on_heap = malloc(sizeof *on_heap);
  *on_heap = (struct item){4, {&on_stack.link}};
  touch(&on_stack);
  long total = sum(&on_heap->link);
  free(on_heap);
  return total != 7;
}
