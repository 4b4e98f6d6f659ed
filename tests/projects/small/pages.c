// A B-tree of sorted pages: keys are found by halving, pages split when they are full.
#include "small.h"
#include <stdlib.h>
#include <string.h>

#define KEYS 15

struct page {
  short count, is_leaf;
  uint32_t keys[KEYS];
  struct page *children[KEYS + 1];
};

static struct page *make(int is_leaf) {
  struct page *made = allocate(sizeof *made);
  memset(made, 0, sizeof *made);
  made->is_leaf = (short)is_leaf;
  return made;
}

static int position(const struct page *page, uint32_t key) {
  int low = 0, high = page->count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (page->keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void split(struct page *parent, int at) {
  struct page *left = parent->children[at], *right = make(left->is_leaf);
  int half = KEYS / 2;
  right->count = (short)(KEYS - half - 1);
  memcpy(right->keys, left->keys + half + 1, right->count * sizeof *right->keys);
  if (!left->is_leaf)
    memcpy(right->children, left->children + half + 1, (right->count + 1) * sizeof *right->children);
  left->count = (short)half;
  for (int i = parent->count; i > at; i--) {
    parent->keys[i] = parent->keys[i - 1];
    parent->children[i + 1] = parent->children[i];
  }
  parent->keys[at] = left->keys[half];
  parent->children[at + 1] = right;
  parent->count++;
}

static void insert(struct page *page, uint32_t key) {
  for (;;) {
    int at = position(page, key);
    if (at < page->count && page->keys[at] == key)
      return;
    if (page->is_leaf) {
      memmove(page->keys + at + 1, page->keys + at, (page->count - at) * sizeof *page->keys);
      page->keys[at] = key;
      page->count++;
      return;
    }
    if (page->children[at]->count == KEYS) {
      split(page, at);
      if (page->keys[at] == key)
        return;
      at += page->keys[at] < key;
    }
    page = page->children[at];
  }
}

static int holds(const struct page *page, uint32_t key) {
  for (;;) {
    int at = position(page, key);
    if (at < page->count && page->keys[at] == key)
      return 1;
    if (page->is_leaf)
      return 0;
    page = page->children[at];
  }
}

static uint32_t discard(struct page *page, uint32_t sum) {
  for (int i = 0; i <= page->count; i++) {
    if (!page->is_leaf)
      sum = discard(page->children[i], sum);
    if (i < page->count)
      sum = sum * 31 + page->keys[i];
  }
  free(page);
  return sum;
}

uint32_t run(int rounds) {
  uint32_t state = 71, sum = 0;
  for (int round = 0; round < rounds; round++) {
    struct page *root = make(1);
    for (int i = 0; i < 10000; i++) {
      if (root->count == KEYS) {
        struct page *old = root;
        root = make(0);
        root->children[0] = old;
        split(root, 0);
      }
      insert(root, next(&state) % 50000);
      sum += holds(root, next(&state) % 50000);
    }
    sum = discard(root, sum);
  }
  return sum;
}
