// What programs do with arrays in structures whose address they keep, and may.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block {
  int id;
  char data[12];
  int sum;
  int more[4];
};

// The array is the first member: its address is that of the structure.
struct message {
  char head[16];
  char body[16];
  int length;
};

struct line {
  unsigned length;
  char bytes[1];
};

union word {
  char bytes[8];
  int halves[2];
};

struct cell {
  char tag[4];
  char text[4];
};

struct grid {
  struct cell cells[4];
  int count;
};

// Back to the structure, by a step that is a constant.
NOINLINE static struct block *block_of(char *data) {
  return (struct block *)(data - offsetof(struct block, data));
}

NOINLINE static int sum_of(char *data) {
  char *start = data - offsetof(struct block, data);
  struct block *block = (struct block *)start;
  int sum = block->sum + block->id;
  for (size_t i = 0; i < sizeof *block; i++)
    sum += start[i] != 0;
  return sum;
}

static inline int sum_inlined(char *data) {
  return ((struct block *)(data - offsetof(struct block, data)))->sum;
}

// A pointer to the first member is one to the structure.
NOINLINE static int length_of(void *first) {
  struct message *message = first;
  return message->length + message->body[3];
}

NOINLINE static int walk_back(const int *end, const int *start) {
  int sum = 0;
  while (end-- > start)
    sum += *end;
  return sum;
}

NOINLINE static void clear(void *start, size_t size) { memset(start, 0, size); }

NOINLINE static void fill(char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    bytes[i] = (char)i;
}

NOINLINE static int last_of(const char *end) { return end[-1]; }

NOINLINE static size_t between(const char *start, const char *end) { return (size_t)(end - start); }

NOINLINE static struct cell *next(struct cell *cell) { return cell + 1; }

static char *kept;

int main(void) {
  struct block *block = calloc(1, sizeof *block), local = {0}, other;
  block->sum = local.sum = 5;
  assert(block_of(block->data)->sum == 5 && sum_of(local.data) >= 5);
  assert(sum_inlined(block->data) == 5);
  block_of(local.data)->more[3] = 7;
  assert(local.more[3] == 7);

  struct message message = {"head", "body", 3};
  assert(length_of(message.head) == 3 + 'y');
  assert(length_of(&message.head[0]) == 3 + 'y');

  for (int i = 0; i < 4; i++)
    block->more[i] = i;
  assert(walk_back(block->more + 4, block->more) == 6);
  fill(block->data, sizeof block->data);
  assert(last_of(block->data + sizeof block->data) == 11);
  assert(between(block->data, block->data + 12) == 12);

  // Several members at once.
  clear(block->data, sizeof *block - offsetof(struct block, data));
  assert(block->sum == 0);
  memcpy(&other, block, sizeof other);
  kept = other.data;
  kept[11] = 'x';
  other = *block;
  assert(kept[11] == 0);

  // Arrays that may be longer than their types say, and members of unions.
  struct line *line = malloc(sizeof *line + 20);
  fill(line->bytes, 21);
  union word word;
  fill(word.bytes, 8);
  assert(line->bytes[20] == 20 && word.bytes[7] == 7);

  // Arrays in arrays: each pointer is held to no more than the source says.
  struct grid grid = {{{"a", "b"}}, 4};
  fill(grid.cells[2].tag, 4);
  fill(grid.cells[2].text, 4);
  struct cell *cell = grid.cells;
  for (int i = 0; i < 3; i++)
    cell = next(cell);
  fill(cell->text, 4);
  assert(cell == &grid.cells[3] && grid.cells[3].text[3] == 3);
  fill((char *)grid.cells, sizeof grid.cells);
  fill((char *)&grid.cells[1], sizeof grid.cells[1]);

  // The memory of a freed structure belongs to others.
  kept = block->data;
  free(block);
  for (int i = 0; i < 2000; i++) {
    char *bytes = malloc(sizeof *block);
    fill(bytes, sizeof *block);
    kept = bytes;
    free(bytes);
  }
  struct block *grown = calloc(1, sizeof *grown);
  kept = grown->data;
  grown = realloc(grown, 4 * sizeof *grown);
  kept = (char *)grown;
  fill(kept, 4 * sizeof *grown);
  free(grown);
  free(line);
  puts("done");
  return 0;
}
