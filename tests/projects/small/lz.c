// Compression by repeated strings, found through chains of hashes, and the way back.
#include "small.h"
#include <stdlib.h>
#include <string.h>

#define SIZE 50000
#define HASHES 4096

static uint32_t hash(const unsigned char *at) { return ((at[0] << 8 ^ at[1] << 4 ^ at[2]) * 2654435761u) >> 20; }

static size_t compress(const unsigned char *from, size_t size, unsigned char *to, int *heads, int *chain) {
  size_t out = 0;
  for (int i = 0; i < HASHES; i++)
    heads[i] = -1;
  for (size_t at = 0; at < size;) {
    size_t best = 0, distance = 0;
    if (at + 3 <= size) {
      uint32_t h = hash(from + at);
      int tries = 16;
      for (int old = heads[h]; old >= 0 && tries--; old = chain[old]) {
        size_t length = 0;
        while (length < 130 && at + length < size && from[old + length] == from[at + length])
          length++;
        if (length > best && at - old < 65536) {
          best = length;
          distance = at - old;
        }
      }
      chain[at] = heads[h];
      heads[h] = (int)at;
    }
    if (best >= 4) {
      to[out++] = (unsigned char)(128 | (best - 4));
      to[out++] = distance & 255;
      to[out++] = (unsigned char)(distance >> 8);
      at += best;
    } else {
      to[out++] = from[at++] & 127;
    }
  }
  return out;
}

static size_t expand(const unsigned char *from, size_t size, unsigned char *to) {
  size_t out = 0;
  for (size_t at = 0; at < size;)
    if (from[at] & 128) {
      size_t length = (from[at] & 127) + 4, distance = from[at + 1] | from[at + 2] << 8;
      for (at += 3; length--; out++)
        to[out] = to[out - distance];
    } else
      to[out++] = from[at++];
  return out;
}

uint32_t run(int rounds) {
  unsigned char *text = allocate(SIZE), *packed = allocate(2 * SIZE), *again = allocate(SIZE);
  int *heads = allocate(HASHES * sizeof *heads), *chain = allocate(SIZE * sizeof *chain);
  uint32_t state = 41, sum = 0;
  for (int i = 0; i < SIZE; i++)
    text[i] = i > 100 && next(&state) % 8 ? text[i - 1 - next(&state) % 3 * 17] : 32 + next(&state) % 90;
  for (int round = 0; round < rounds; round++) {
    size_t size = compress(text, SIZE, packed, heads, chain);
    size_t length = expand(packed, size, again);
    sum = sum * 31 + (uint32_t)size + (length == SIZE && !memcmp(text, again, SIZE));
    text[round % SIZE] ^= 1;
  }
  free(text);
  free(packed);
  free(again);
  free(heads);
  free(chain);
  return sum;
}
