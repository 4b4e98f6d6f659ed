// Linked lists that are sorted by merging, split by a predicate and turned round.
#include "small.h"
#include <stdlib.h>

struct cell {
  uint32_t value;
  struct cell *next;
};

static struct cell *merge(struct cell *a, struct cell *b) {
  struct cell *first = 0, **last = &first;
  while (a && b) {
    struct cell **least = a->value <= b->value ? &a : &b;
    *last = *least;
    *least = (*least)->next;
    last = &(*last)->next;
  }
  *last = a ? a : b;
  return first;
}

static struct cell *sort(struct cell *list) {
  if (!list || !list->next)
    return list;
  struct cell *slow = list, *fast = list->next;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  struct cell *half = slow->next;
  slow->next = 0;
  return merge(sort(list), sort(half));
}

static struct cell *reversed(struct cell *list) {
  struct cell *made = 0;
  while (list) {
    struct cell *rest = list->next;
    list->next = made;
    made = list;
    list = rest;
  }
  return made;
}

static struct cell *without(struct cell *list, uint32_t divisor) {
  struct cell **at = &list;
  while (*at)
    if ((*at)->value % divisor == 0) {
      struct cell *gone = *at;
      *at = gone->next;
      free(gone);
    } else
      at = &(*at)->next;
  return list;
}

uint32_t run(int rounds) {
  uint32_t state = 37, sum = 0;
  for (int round = 0; round < rounds; round++) {
    struct cell *list = 0;
    for (int i = 0; i < 8000; i++) {
      struct cell *made = allocate(sizeof *made);
      *made = (struct cell){next(&state) % 100000, list};
      list = made;
    }
    list = reversed(without(sort(list), 7));
    for (const struct cell *one = list; one; one = one->next)
      sum = sum * 31 + one->value;
    without(list, 1);
  }
  return sum;
}
