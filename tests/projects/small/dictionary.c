// A dictionary with chains whose keys are strings of their own: words of a text and how often they occur.
#include "small.h"
#include <stdlib.h>
#include <string.h>

#define BUCKETS 1021

struct entry {
  struct entry *next;
  int count;
  char word[];
};

static struct entry **bucket(struct entry **buckets, const char *word, size_t length) {
  uint32_t sum = 2166136261u;
  for (size_t i = 0; i < length; i++)
    sum = (sum ^ (unsigned char)word[i]) * 16777619u;
  return &buckets[sum % BUCKETS];
}

static void count(struct entry **buckets, const char *word, size_t length) {
  struct entry **first = bucket(buckets, word, length);
  for (struct entry *one = *first; one; one = one->next)
    if (!strncmp(one->word, word, length) && !one->word[length]) {
      one->count++;
      return;
    }
  struct entry *made = allocate(sizeof *made + length + 1);
  made->next = *first;
  made->count = 1;
  memcpy(made->word, word, length);
  made->word[length] = 0;
  *first = made;
}

uint32_t run(int rounds) {
  struct entry **buckets = calloc(BUCKETS, sizeof *buckets);
  uint32_t state = 17, sum = 0;
  char word[12];
  if (!buckets)
    exit(1);
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < 12000; i++) {
      size_t length = 1 + next(&state) % 6;
      for (size_t k = 0; k < length; k++)
        word[k] = (char)('a' + next(&state) % 4);
      count(buckets, word, length);
    }
    for (int i = 0; i < BUCKETS; i++)
      while (buckets[i]) {
        struct entry *one = buckets[i];
        sum = sum * 31 + one->count * (unsigned char)one->word[0];
        buckets[i] = one->next;
        free(one);
      }
  }
  free(buckets);
  return sum;
}
