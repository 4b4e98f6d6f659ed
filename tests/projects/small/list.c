// Lists: appended to, reversed, sorted by merging, taken out of; a queue of patients between wards.
#include "small.h"
#include <stdlib.h>

#define COUNT 4000

struct cell {
  struct cell *next;
  uint32_t key, age;
};

static struct cell *reverse(struct cell *list) {
  struct cell *done = 0;
  while (list) {
    struct cell *rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  return done;
}

static struct cell *sort(struct cell *list) {
  if (!list || !list->next)
    return list;
  struct cell *slow = list, *fast = list->next;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  struct cell *b = sort(slow->next);
  slow->next = 0;
  struct cell *a = sort(list), *first = 0, **end = &first;
  while (a && b) {
    struct cell **less = a->key <= b->key ? &a : &b;
    *end = *less;
    end = &(*end)->next;
    *less = *end;
  }
  *end = a ? a : b;
  return first;
}

static uint32_t visit(struct cell **list, uint32_t limit) {
  uint32_t left = 0;
  while (*list) {
    struct cell *one = *list;
    if (++one->age > one->key % limit) {
      *list = one->next;
      left = left * 31 + one->key;
      free(one);
    } else {
      list = &one->next;
    }
  }
  return left;
}

uint32_t run(int rounds) {
  uint32_t sum = 0, state = 7;
  for (int round = 0; round < rounds; round++) {
    struct cell *list = 0, **end = &list;
    for (int i = 0; i < COUNT; i++) {
      struct cell *one = allocate(sizeof *one);
      *one = (struct cell){0, next(&state), 0};
      *end = one;
      end = &one->next;
    }
    list = sort(reverse(list));
    uint32_t place = 0;
    for (struct cell *at = list; at; at = at->next)
      sum = sum * 31 + (at->key ^ place++);
    while (list)
      sum += visit(&list, 9);
  }
  return sum;
}
