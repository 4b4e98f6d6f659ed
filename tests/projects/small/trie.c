// Words in a trie of 26 children a node, and a prefix tree of bits for addresses, as routers have one.
#include "small.h"
#include <stdlib.h>

#define WORDS 8000

struct node {
  struct node *children[26];
  uint32_t words;
};

struct bit {
  struct bit *sides[2];
  uint32_t route;
};

static struct node *new_node(void) {
  struct node *node = allocate(sizeof *node);
  *node = (struct node){{0}, 0};
  return node;
}

static void insert(struct node *node, const char *word) {
  for (; *word; word++) {
    struct node **child = &node->children[*word - 'a'];
    if (!*child)
      *child = new_node();
    node = *child;
  }
  node->words++;
}

static uint32_t find(const struct node *node, const char *word) {
  for (; node && *word; word++)
    node = node->children[*word - 'a'];
  return node ? node->words : 0;
}

static void clear(struct node *node) {
  for (int i = 0; i < 26; i++)
    if (node->children[i])
      clear(node->children[i]);
  free(node);
}

static void add_route(struct bit **root, uint32_t address, int length, uint32_t route) {
  for (int i = 0; i <= length; i++) {
    if (!*root) {
      *root = allocate(sizeof **root);
      **root = (struct bit){{0}, 0};
    }
    if (i == length)
      (*root)->route = route;
    else
      root = &(*root)->sides[address >> (31 - i) & 1];
  }
}

static uint32_t route_of(const struct bit *at, uint32_t address) {
  uint32_t best = 0;
  for (; at; address <<= 1) {
    if (at->route)
      best = at->route;
    at = at->sides[address >> 31];
  }
  return best;
}

static void clear_routes(struct bit *at) {
  if (at) {
    clear_routes(at->sides[0]);
    clear_routes(at->sides[1]);
    free(at);
  }
}

static void make_word(char *word, uint32_t *state) {
  int length = 3 + next(state) % 5;
  for (int i = 0; i < length; i++)
    word[i] = 'a' + next(state) % 7;
  word[length] = 0;
}

uint32_t run(int rounds) {
  uint32_t sum = 0;
  for (int round = 0; round < rounds; round++) {
    uint32_t state = round + 1;
    struct node *root = new_node();
    struct bit *routes = 0;
    char word[9];
    for (int i = 0; i < WORDS; i++) {
      make_word(word, &state);
      insert(root, word);
      add_route(&routes, next(&state), 8 + i % 12, i + 1);
    }
    for (int i = 0; i < 4 * WORDS; i++) {
      make_word(word, &state);
      sum = sum * 31 + find(root, word) + route_of(routes, next(&state));
    }
    clear(root);
    clear_routes(routes);
  }
  return sum;
}
