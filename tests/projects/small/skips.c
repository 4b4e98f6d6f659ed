// A skip list: nodes with as many links as a die says.
#include "small.h"
#include <stdlib.h>

#define LEVELS 10

struct node {
  uint32_t key;
  int levels;
  struct node *links[];
};

static struct node *make(uint32_t key, int levels) {
  struct node *made = allocate(sizeof *made + levels * sizeof *made->links);
  made->key = key;
  made->levels = levels;
  for (int i = 0; i < levels; i++)
    made->links[i] = 0;
  return made;
}

static struct node *before(struct node *head, uint32_t key, struct node **path) {
  struct node *at = head;
  for (int level = LEVELS - 1; level >= 0; level--) {
    while (at->links[level] && at->links[level]->key < key)
      at = at->links[level];
    path[level] = at;
  }
  return at;
}

static void insert(struct node *head, uint32_t key, uint32_t dice) {
  struct node *path[LEVELS], *at = before(head, key, path)->links[0];
  if (at && at->key == key)
    return;
  int levels = 1;
  for (; levels < LEVELS && dice & 1; dice >>= 1)
    levels++;
  struct node *made = make(key, levels);
  for (int i = 0; i < levels; i++) {
    made->links[i] = path[i]->links[i];
    path[i]->links[i] = made;
  }
}

static int erase(struct node *head, uint32_t key) {
  struct node *path[LEVELS], *at = before(head, key, path)->links[0];
  if (!at || at->key != key)
    return 0;
  for (int i = 0; i < at->levels; i++)
    path[i]->links[i] = at->links[i];
  free(at);
  return 1;
}

uint32_t run(int rounds) {
  uint32_t state = 61, sum = 0;
  for (int round = 0; round < rounds; round++) {
    struct node *head = make(0, LEVELS);
    for (int i = 0; i < 6000; i++) {
      uint32_t dice = next(&state);
      insert(head, 1 + next(&state) % 20000, dice);
      sum = sum * 31 + erase(head, 1 + next(&state) % 20000);
    }
    while (head) {
      struct node *rest = head->links[0];
      sum = sum * 31 + head->key;
      free(head);
      head = rest;
    }
  }
  return sum;
}
