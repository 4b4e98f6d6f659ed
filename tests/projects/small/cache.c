// A cache of limited size that forgets what was not used for longest: a list that is linked both ways beside a hash table.
#include "small.h"
#include <stdlib.h>

#define BUCKETS 512
#define LIMIT 400

struct item {
  struct item *previous, *next, *chain;
  uint32_t key, value;
};

struct cache {
  struct item ends, *buckets[BUCKETS];
  int count;
};

static void unlink_item(struct item *item) {
  item->previous->next = item->next;
  item->next->previous = item->previous;
}

static void to_front(struct cache *cache, struct item *item) {
  item->next = cache->ends.next;
  item->previous = &cache->ends;
  cache->ends.next->previous = item;
  cache->ends.next = item;
}

static void forget_last(struct cache *cache) {
  struct item *last = cache->ends.previous, **at = &cache->buckets[last->key % BUCKETS];
  while (*at != last)
    at = &(*at)->chain;
  *at = last->chain;
  unlink_item(last);
  free(last);
  cache->count--;
}

static uint32_t get(struct cache *cache, uint32_t key) {
  struct item *item = cache->buckets[key % BUCKETS];
  while (item && item->key != key)
    item = item->chain;
  if (item) {
    unlink_item(item);
    to_front(cache, item);
    return item->value;
  }
  if (cache->count++ == LIMIT)
    forget_last(cache);
  item = allocate(sizeof *item);
  *item = (struct item){.chain = cache->buckets[key % BUCKETS], .key = key, .value = key * key};
  cache->buckets[key % BUCKETS] = item;
  to_front(cache, item);
  return 1;
}

uint32_t run(int rounds) {
  struct cache *cache = calloc(1, sizeof *cache);
  uint32_t state = 29, sum = 0;
  if (!cache)
    exit(1);
  cache->ends.next = cache->ends.previous = &cache->ends;
  for (long i = 0; i < rounds * 10000L; i++) {
    uint32_t a = next(&state) % 700, b = next(&state) % 700;
    sum = sum * 31 + get(cache, a < b ? a : b);
  }
  while (cache->count > 0)
    forget_last(cache);
  free(cache);
  return sum;
}
