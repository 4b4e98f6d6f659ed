// Pointers that travel by ways which nobody follows, and objects that get the memory of others.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
#define _GNU_SOURCE
#include "hide.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
  struct item *next;
  char *name;
  long number;
};

static int by_number(const void *left, const void *right) {
  const struct item *const *a = left, *const *b = right;
  return ((*a)->number > (*b)->number) - ((*a)->number < (*b)->number);
}

static struct item *new_item(long number) {
  struct item *item = malloc(sizeof *item);
  item->next = NULL;
  item->name = malloc(20);
  snprintf(item->name, 20, "item %ld", number);
  item->number = number;
  return item;
}

static void delete_item(struct item *item) {
  free(item->name);
  free(item);
}

// Bytes, as old code copies and exchanges.
NOINLINE static void copy_bytes(void *to, const void *from, size_t size) {
  char *target = to;
  const char *source = from;
  while (size--) *target++ = *source++;
}

NOINLINE static void swap_bytes(void *a, void *b, size_t size) {
  for (char *p = a, *q = b; size--; p++, q++) {
    char kept = *p;
    *p = *q;
    *q = kept;
  }
}

// A queue in which entries sink and rise by bytes, while what they point to comes and goes.
static void queue(void) {
  struct item *heap[16];
  int count = 0;
  unsigned seed = 1;
  for (int round = 0; round < 3000; round++) {
    seed = seed * 1103515245 + 12345;
    if (count < 2 || (count < 16 && seed >> 16 & 1)) {
      heap[count] = new_item(seed >> 8);
      for (int at = count++; at && heap[at]->number < heap[(at - 1) / 2]->number; at = (at - 1) / 2)
        swap_bytes(&heap[at], &heap[(at - 1) / 2], sizeof *heap);
    } else {
      delete_item(heap[0]);
      copy_bytes(&heap[0], &heap[--count], sizeof *heap);
      for (int at = 0, next; (next = 2 * at + 1) < count; at = next) {
        if (next + 1 < count && heap[next + 1]->number < heap[next]->number) next++;
        if (heap[at]->number <= heap[next]->number) break;
        swap_bytes(&heap[at], &heap[next], sizeof *heap);
      }
    }
  }
  while (count) delete_item(heap[--count]);
}

static void sorted(void) {
  for (int round = 0; round < 200; round++) {
    struct item *all[10];
    for (int i = 0; i < 10; i++) all[i] = new_item((i * 7 + round) % 10);
    qsort(all, 10, sizeof *all, by_number);
    long sum = 0;
    for (int i = 0; i < 10; i++) sum += all[i]->number * (i + 1);
    if (sum != 330) exit(2);
    for (int i = 0; i < 10; i++) delete_item(all[i]);
  }
}

// The library allocates, and writes the address where another was.
static void lines(void) {
  char *line = malloc(10);
  size_t size = 10;
  for (int round = 0; round < 300; round++) {
    char text[200];
    memset(text, 'x', sizeof text);
    text[round % 190] = '\n';
    FILE *file = tmpfile();
    fwrite(text, 1, 191, file);
    rewind(file);
    if (getline(&line, &size, file) < 0) exit(3);
    line[0] = 'y';
    fclose(file);
    if (round % 3 == 0) {
      free(line);
      line = malloc(size = 8 + round % 50);
      line[7] = 0;
    }
  }
  free(line);
}

union either {
  void *pointer;
  uintptr_t number;
  char bytes[sizeof(void *)];
};

NOINLINE static long numbers(struct item *item) {
  union either either = {.pointer = item};
  uintptr_t tagged = (uintptr_t)item | 1;
  struct item *untagged = (struct item *)(tagged & ~(uintptr_t)1);
  union either other;
  memcpy(other.bytes, either.bytes, sizeof other);
  struct item *again = (struct item *)other.number;
  return untagged->number + again->number + ((struct item *)either.pointer)->number;
}

// All addresses are moved by the distance between the old block and the new one.
static void rebased(void) {
  struct item *block = calloc(4, sizeof *block);
  for (int i = 0; i < 3; i++) block[i].next = &block[i + 1];
  struct item *moved = realloc(block, 400 * sizeof *block);
  for (int i = 0; i < 3; i++) {
    moved[i].next = (struct item *)((char *)moved[i].next + ((char *)moved - (char *)block));
    moved[i].next->number++;
  }
  if (moved[2].number != 1) exit(4);
  free(moved);
}

NOINLINE static long total(int count, ...) {
  va_list list;
  va_start(list, count);
  long sum = 0;
  while (count--) sum += va_arg(list, struct item *)->number;
  va_end(list);
  return sum;
}

static struct item *watched;
static jmp_buf place;

static void on_signal(int number) {
  (void)number;
  watched->number++;
  struct item *own = watched;
  watched = own->next ? own->next : own;
}

NOINLINE static void fail(struct item *item) {
  item->number++;
  longjmp(place, 1);
}

static void elsewhere(void) {
  struct item *first = new_item(1), *second = new_item(2);
  first->next = second;
  watched = first;
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1);
  raise(SIGUSR1);
  struct item *volatile kept = first;
  if (setjmp(place) == 0) fail(kept);
  if (kept->number != 3 || second->number != 3) exit(5);
  if (total(2, first, second) != 6) exit(6);
  delete_item(first);
  delete_item(second);
}

int main(void) {
  queue();
  sorted();
  lines();
  rebased();
  elsewhere();
  struct item *item = new_item(3);
  if (numbers(item) != 9) return 1;
  char *copy = strdup(item->name);
  copy[strlen(copy) - 1] = 'x';
  free(copy);
  delete_item(item);
  return 0;
}
