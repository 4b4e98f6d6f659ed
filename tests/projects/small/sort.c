// Records sorted by quicksort with pointers, then merged from the bottom up.
#include "small.h"
#include <stdlib.h>
#include <string.h>

#define COUNT 20000

struct record {
  uint32_t key, number;
};

static void insertion(struct record *low, struct record *high) {
  for (struct record *at = low + 1; at < high; at++) {
    struct record one = *at;
    struct record *to = at;
    for (; to > low && to[-1].key > one.key; to--)
      *to = to[-1];
    *to = one;
  }
}

static void quick(struct record *low, struct record *high) {
  while (high - low > 12) {
    uint32_t pivot = low[(high - low) / 2].key;
    struct record *left = low, *right = high - 1;
    while (left <= right) {
      while (left->key < pivot)
        left++;
      while (right->key > pivot)
        right--;
      if (left <= right) {
        struct record one = *left;
        *left++ = *right;
        *right-- = one;
      }
    }
    quick(low, right + 1);
    low = left;
  }
  insertion(low, high);
}

static void merge(const uint32_t *from, uint32_t *to, size_t count, size_t width) {
  for (size_t start = 0; start < count; start += 2 * width) {
    size_t middle = start + width < count ? start + width : count;
    size_t end = middle + width < count ? middle + width : count;
    size_t a = start, b = middle;
    for (size_t i = start; i < end; i++)
      to[i] = a < middle && (b == end || from[a] <= from[b]) ? from[a++] : from[b++];
  }
}

uint32_t run(int rounds) {
  struct record *records = allocate(COUNT * sizeof *records);
  uint32_t *keys = allocate(COUNT * sizeof *keys), *spare = allocate(COUNT * sizeof *spare);
  uint32_t state = 1, sum = 0;
  for (int round = 0; round < rounds; round++) {
    for (uint32_t i = 0; i < COUNT; i++) {
      records[i].key = keys[i] = next(&state);
      records[i].number = i;
    }
    quick(records, records + COUNT);
    uint32_t *from = keys, *to = spare;
    for (size_t width = 1; width < COUNT; width *= 2) {
      merge(from, to, COUNT, width);
      uint32_t *other = from;
      from = to;
      to = other;
    }
    for (size_t i = 0; i < COUNT; i++)
      sum = sum * 31 + records[i].number + (records[i].key == from[i]);
  }
  free(records);
  free(keys);
  free(spare);
  return sum;
}
