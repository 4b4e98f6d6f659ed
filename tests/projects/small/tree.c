// A search tree that is kept in balance by random weights, and a plain binary tree that is summed up and mirrored.
#include "small.h"
#include <stdlib.h>

#define COUNT 6000

struct node {
  struct node *left, *right;
  uint32_t key, weight;
};

static struct node *insert(struct node *at, struct node *one) {
  if (!at)
    return one;
  if (one->key < at->key) {
    at->left = insert(at->left, one);
    if (at->left->weight > at->weight) {
      struct node *up = at->left;
      at->left = up->right;
      up->right = at;
      return up;
    }
  } else {
    at->right = insert(at->right, one);
    if (at->right->weight > at->weight) {
      struct node *up = at->right;
      at->right = up->left;
      up->left = at;
      return up;
    }
  }
  return at;
}

static int contains(const struct node *at, uint32_t key) {
  while (at && at->key != key)
    at = key < at->key ? at->left : at->right;
  return at != 0;
}

static struct node *full(int depth, uint32_t *state) {
  if (depth == 0)
    return 0;
  struct node *node = allocate(sizeof *node);
  node->key = next(state);
  node->weight = depth;
  node->left = full(depth - 1, state);
  node->right = full(depth - 1, state);
  return node;
}

static uint32_t total(const struct node *at) {
  return at ? at->key + total(at->left) * 3 + total(at->right) * 5 : 0;
}

static void mirror(struct node *at) {
  if (at) {
    struct node *left = at->left;
    at->left = at->right;
    at->right = left;
    mirror(at->left);
    mirror(at->right);
  }
}

static void clear(struct node *at) {
  if (at) {
    clear(at->left);
    clear(at->right);
    free(at);
  }
}

uint32_t run(int rounds) {
  uint32_t sum = 0, state = 3;
  for (int round = 0; round < rounds; round++) {
    struct node *root = 0;
    for (int i = 0; i < COUNT; i++) {
      struct node *one = allocate(sizeof *one);
      *one = (struct node){0, 0, next(&state) % (4 * COUNT), next(&state)};
      root = insert(root, one);
    }
    for (uint32_t key = 0; key < 4 * COUNT; key++)
      sum += contains(root, key) * key;
    clear(root);
    struct node *other = full(13, &state);
    for (int i = 0; i < 4; i++) {
      sum = sum * 31 + total(other);
      mirror(other);
    }
    clear(other);
  }
  return sum;
}
