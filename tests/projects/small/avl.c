// A balanced tree with rotations: keys come and go.
#include "small.h"
#include <stdlib.h>

struct node {
  struct node *sides[2];
  uint32_t key;
  int height;
};

static int height(const struct node *node) { return node ? node->height : 0; }

static void measure(struct node *node) {
  int left = height(node->sides[0]), right = height(node->sides[1]);
  node->height = 1 + (left > right ? left : right);
}

static struct node *rotate(struct node *node, int side) {
  struct node *up = node->sides[!side];
  node->sides[!side] = up->sides[side];
  up->sides[side] = node;
  measure(node);
  measure(up);
  return up;
}

static struct node *balance(struct node *node) {
  measure(node);
  int lean = height(node->sides[1]) - height(node->sides[0]);
  if (lean < -1 || lean > 1) {
    int heavy = lean > 0;
    struct node *child = node->sides[heavy];
    if (height(child->sides[!heavy]) > height(child->sides[heavy]))
      node->sides[heavy] = rotate(child, heavy);
    return rotate(node, !heavy);
  }
  return node;
}

static struct node *insert(struct node *node, uint32_t key) {
  if (!node) {
    node = allocate(sizeof *node);
    *node = (struct node){{0}, key, 1};
    return node;
  }
  if (key == node->key)
    return node;
  int side = key > node->key;
  node->sides[side] = insert(node->sides[side], key);
  return balance(node);
}

static struct node *take_least(struct node *node, uint32_t *key) {
  if (!node->sides[0]) {
    struct node *right = node->sides[1];
    *key = node->key;
    free(node);
    return right;
  }
  node->sides[0] = take_least(node->sides[0], key);
  return balance(node);
}

uint32_t run(int rounds) {
  uint32_t state = 19, sum = 0, key;
  for (int round = 0; round < rounds; round++) {
    struct node *root = 0;
    for (int i = 0; i < 3000; i++) {
      root = insert(root, next(&state) % 100000);
      if (i % 3 == 2) {
        root = take_least(root, &key);
        sum = sum * 31 + key;
      }
    }
    while (root) {
      root = take_least(root, &key);
      sum = sum * 31 + key;
    }
  }
  return sum;
}
