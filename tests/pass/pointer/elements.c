// Elements of arrays in structures, and what looks like them, in expressions that stay in their arrays or name something larger.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct header {
  int length;
  char data[8];
  int check;
};

// Back to the structure by a constant, in one expression, and on through it.
NOINLINE static int back(struct header *header) {
  int sum = ((struct header *)(header->data - offsetof(struct header, data)))->check;
  sum += *(int *)(header->data - 4);
  sum += ((struct header *)((char *)&header->check - offsetof(struct header, check)))->data[hide(7)];
  return sum;
}

// Bytes of the structure, before and after elements were accessed at the same distance.
NOINLINE static int bytes(struct header *header, int at) {
  int sum = header->data[at];
  const unsigned char *all = (unsigned char *)header + offsetof(struct header, data);
  sum += all[at] + all[at + 4];
  char *end = &header->data[hide(8)];
  sum += *((char *)header + 4 + hide(8));
  return sum + (end == (char *)&header->check);
}

// An element is reached by a larger view of the memory.
struct view {
  char before[4];
  char all[12];
};

NOINLINE static int as_other_type(struct header *header) {
  struct view *view = (struct view *)header;
  return view->all[hide(11)] + ((struct view *)header)->all[hide(8)];
}

NOINLINE static char *(rows)(char (*table)[8], int row) { return table[row]; }

struct matrix {
  int width;
  int cells[3][4];
  int end;
};

NOINLINE static int flat(struct matrix *matrix) {
  int sum = 0;
  for (int i = 0; i < 12; i++)
    sum += matrix->cells[0][i] + (&matrix->cells[0][0])[i] + *(matrix->cells[0] + i);
  for (int y = 2; y >= 0; y--)
    for (int x = 0; x < 4; x++)
      sum += matrix->cells[y][x] + matrix->cells[3 - 1][-x + 3];
  return sum;
}

struct tail {
  int count;
  struct {
    int key, value;
  } entries[1];
};

NOINLINE static int hack(int count) {
  struct tail *tail = calloc(1, sizeof *tail + count * sizeof tail->entries[0]);
  for (tail->count = 0; tail->count < count; tail->count++)
    tail->entries[tail->count].value = tail->entries[tail->count].key + 1;
  int sum = tail->entries[count - 1].value;
  free(tail);
  return sum;
}

union word {
  uint8_t bytes[4];
  uint32_t whole[4];
};

struct holder {
  union word word;
  uint8_t next[4];
};

NOINLINE static int views(struct holder *holder) {
  int sum = 0;
  for (int i = 0; i < 16; i++)
    sum += holder->word.bytes[hide(i)];
  for (int i = 0; i < 4; i++)
    sum += holder->word.whole[hide(i)] + holder->next[hide(i)];
  return sum + *(uint16_t *)&holder->next[hide(2)];
}

typedef int four __attribute__((vector_size(16)));

struct vectors {
  four values[2];
  int after;
};

NOINLINE static int lanes(struct vectors *vectors, int at) {
  vectors->values[at][hide(3)] = 1;
  return vectors->values[1][3] + ((int *)vectors->values)[hide(7)];
}

struct copied {
  long left[3];
  long right[3];
};

NOINLINE static struct copied copy(struct copied *from, size_t bytes) {
  struct copied to = {{0}, {0}};
  memcpy(to.left, from->left, sizeof to);
  memcpy(to.left, from->left, bytes);
  memmove(&to.right[hide(1)], &from->right[1], 16);
  memset(to.right + hide(1), 0, 2 * sizeof(long));
  memcpy(to.left, from->left, 0);
  return to;
}

static struct {
  char name[4];
  char mark;
} global[3];

NOINLINE static int marks(void) {
  int sum = 0;
  char *all = global[0].name;
  for (size_t i = 0; i < sizeof global; i++)
    sum += all[i] + ((char *)global)[i] + (&global[0].name[0])[i == 3 ? 3 : 0];
  for (int i = 0; i < 3; i++)
    sum += global[i].name[hide(3)] + global[i].mark;
  return sum;
}

int main(void) {
  struct header header = {0};
  struct matrix matrix = {0};
  struct holder holder = {{{0}}, {0}};
  struct copied copied = {{0}, {0}};
  static struct vectors vectors;
  char table[2][8] = {{0}};
  touch(&header);
  struct copied result = copy(&copied, hide(sizeof copied));
  return back(&header) + bytes(&header, hide(3)) - 1 + as_other_type(&header) + flat(&matrix) +
         hack(hide(5)) - 1 + views(&holder) + lanes(&vectors, hide(1)) - 2 + rows(table, 1)[0] +
         (int)result.left[hide(2)] + marks();
}
