// Huffman codes: a tree over counted bytes, a table of codes, bits written and read again.
#include "small.h"
#include <stdlib.h>
#include <string.h>

#define SIZE 30000

struct node {
  uint32_t count;
  int16_t left, right;
  unsigned char byte;
};

struct coder {
  struct node nodes[511];
  int16_t live[256];
  uint32_t codes[256];
  unsigned char lengths[256];
};

static int take_least(struct coder *coder, int *count) {
  int least = 0;
  for (int i = 1; i < *count; i++)
    if (coder->nodes[coder->live[i]].count < coder->nodes[coder->live[least]].count)
      least = i;
  int node = coder->live[least];
  coder->live[least] = coder->live[--*count];
  return node;
}

static void assign(struct coder *coder, int node, uint32_t code, int length) {
  const struct node *at = &coder->nodes[node];
  if (at->left < 0) {
    coder->codes[at->byte] = code;
    coder->lengths[at->byte] = (unsigned char)length;
    return;
  }
  assign(coder, at->left, code << 1, length + 1);
  assign(coder, at->right, code << 1 | 1, length + 1);
}

static int build(struct coder *coder, const unsigned char *text) {
  uint32_t counts[256] = {0};
  int nodes = 0, live = 0;
  for (int i = 0; i < SIZE; i++)
    counts[text[i]]++;
  for (int i = 0; i < 256; i++)
    if (counts[i]) {
      coder->nodes[nodes] = (struct node){counts[i], -1, -1, (unsigned char)i};
      coder->live[live++] = (int16_t)nodes++;
    }
  while (live > 1) {
    int a = take_least(coder, &live), b = take_least(coder, &live);
    coder->nodes[nodes] = (struct node){coder->nodes[a].count + coder->nodes[b].count, (int16_t)a, (int16_t)b, 0};
    coder->live[live++] = (int16_t)nodes++;
  }
  assign(coder, nodes - 1, 0, 0);
  return nodes - 1;
}

static size_t write_bits(const struct coder *coder, const unsigned char *text, unsigned char *out) {
  size_t bits = 0;
  for (int i = 0; i < SIZE; i++)
    for (int k = coder->lengths[text[i]] - 1; k >= 0; k--, bits++) {
      if (bits % 8 == 0)
        out[bits / 8] = 0;
      out[bits / 8] |= (coder->codes[text[i]] >> k & 1) << bits % 8;
    }
  return bits;
}

static uint32_t read_bits(const struct coder *coder, int root, const unsigned char *in, size_t bits) {
  uint32_t sum = 0;
  int at = root;
  for (size_t i = 0; i < bits; i++) {
    const struct node *node = &coder->nodes[at];
    at = in[i / 8] >> i % 8 & 1 ? node->right : node->left;
    if (coder->nodes[at].left < 0) {
      sum = sum * 31 + coder->nodes[at].byte;
      at = root;
    }
  }
  return sum;
}

uint32_t run(int rounds) {
  unsigned char *text = allocate(SIZE), *packed = allocate(4 * SIZE);
  struct coder *coder = allocate(sizeof *coder);
  uint32_t state = 43, sum = 0;
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < SIZE; i++) {
      uint32_t factor = next(&state) % 16;
      text[i] = (unsigned char)(factor * (next(&state) % 8));
    }
    int root = build(coder, text);
    size_t bits = write_bits(coder, text, packed);
    sum = sum * 31 + read_bits(coder, root, packed, bits);
  }
  free(text);
  free(packed);
  free(coder);
  return sum;
}
