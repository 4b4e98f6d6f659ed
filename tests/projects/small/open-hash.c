// A hash table with open addressing that grows, shrinks its chains when keys go, and counts what it holds.
#include "small.h"
#include <stdlib.h>

struct slot {
  uint32_t key, value;
  unsigned char state; // 0 free, 1 used, 2 deleted
};

struct table {
  struct slot *slots;
  size_t capacity, used;
};

static struct slot *find(struct table *table, uint32_t key) {
  size_t at = (key * 2654435761u) & (table->capacity - 1);
  struct slot *deleted = 0;
  for (;; at = (at + 1) & (table->capacity - 1)) {
    struct slot *slot = &table->slots[at];
    if (slot->state == 0)
      return deleted ? deleted : slot;
    if (slot->state == 2)
      deleted = deleted ? deleted : slot;
    else if (slot->key == key)
      return slot;
  }
}

static void grow(struct table *table) {
  struct table larger = {calloc(table->capacity * 2, sizeof(struct slot)), table->capacity * 2, 0};
  if (!larger.slots)
    exit(1);
  for (size_t i = 0; i < table->capacity; i++)
    if (table->slots[i].state == 1) {
      *find(&larger, table->slots[i].key) = table->slots[i];
      larger.used++;
    }
  free(table->slots);
  *table = larger;
}

static void add(struct table *table, uint32_t key, uint32_t value) {
  if (table->used * 2 >= table->capacity)
    grow(table);
  struct slot *slot = find(table, key);
  if (slot->state != 1) {
    table->used += slot->state == 0;
    *slot = (struct slot){key, 0, 1};
  }
  slot->value += value;
}

uint32_t run(int rounds) {
  uint32_t state = 13, sum = 0;
  for (int round = 0; round < rounds; round++) {
    struct table table = {calloc(16, sizeof(struct slot)), 16, 0};
    if (!table.slots)
      exit(1);
    for (int i = 0; i < 20000; i++) {
      uint32_t key = next(&state) % 5000;
      add(&table, key, 1);
      struct slot *other = find(&table, key ^ 1);
      if (other->state == 1 && other->value > 3)
        other->state = 2;
    }
    for (size_t i = 0; i < table.capacity; i++)
      if (table.slots[i].state == 1)
        sum = sum * 31 + table.slots[i].key * table.slots[i].value;
    free(table.slots);
  }
  return sum;
}
