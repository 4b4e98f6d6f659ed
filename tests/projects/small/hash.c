// A table of strings with chains, that grows; words are counted and forgotten again.
#include "small.h"
#include <stdlib.h>
#include <string.h>

#define WORDS 20000

struct entry {
  struct entry *next;
  uint32_t hash, count;
  char name[];
};

struct table {
  struct entry **chains;
  size_t size, used;
};

static uint32_t hash_of(const char *name) {
  uint32_t hash = 2166136261u;
  while (*name)
    hash = (hash ^ (unsigned char)*name++) * 16777619u;
  return hash;
}

static void grow(struct table *table) {
  size_t size = table->size ? 2 * table->size : 16;
  struct entry **chains = allocate(size * sizeof *chains);
  for (size_t i = 0; i < size; i++)
    chains[i] = 0;
  for (size_t i = 0; i < table->size; i++) {
    while (table->chains[i]) {
      struct entry *one = table->chains[i];
      table->chains[i] = one->next;
      one->next = chains[one->hash % size];
      chains[one->hash % size] = one;
    }
  }
  free(table->chains);
  table->chains = chains;
  table->size = size;
}

static void count(struct table *table, const char *name) {
  uint32_t hash = hash_of(name);
  if (table->used >= table->size)
    grow(table);
  struct entry **chain = &table->chains[hash % table->size];
  for (struct entry *one = *chain; one; one = one->next) {
    if (one->hash == hash && strcmp(one->name, name) == 0) {
      one->count++;
      return;
    }
  }
  size_t length = strlen(name) + 1;
  struct entry *one = allocate(sizeof *one + length);
  one->next = *chain;
  one->hash = hash;
  one->count = 1;
  memcpy(one->name, name, length);
  *chain = one;
  table->used++;
}

static uint32_t forget(struct table *table) {
  uint32_t sum = 0;
  for (size_t i = 0; i < table->size; i++) {
    while (table->chains[i]) {
      struct entry *one = table->chains[i];
      table->chains[i] = one->next;
      sum += one->hash * one->count;
      free(one);
    }
  }
  free(table->chains);
  return sum;
}

uint32_t run(int rounds) {
  uint32_t sum = 0, state = 37;
  for (int round = 0; round < rounds; round++) {
    struct table table = {0, 0, 0};
    for (int i = 0; i < WORDS; i++) {
      char word[12];
      int length = 2 + next(&state) % 8;
      for (int c = 0; c < length; c++)
        word[c] = 'a' + next(&state) % 5;
      word[length] = 0;
      count(&table, word);
    }
    sum = sum * 31 + forget(&table);
  }
  return sum;
}
