// Cells that live and die by their neighbours, in rows of pointers.
#include "small.h"
#include <stdlib.h>

#define ROWS 128
#define COLUMNS 128

static unsigned char **board(void) {
  unsigned char **rows = allocate(ROWS * sizeof *rows);
  for (int y = 0; y < ROWS; y++)
    rows[y] = allocate(COLUMNS);
  return rows;
}

static void forget(unsigned char **rows) {
  for (int y = 0; y < ROWS; y++)
    free(rows[y]);
  free(rows);
}

static void step(unsigned char **from, unsigned char **to) {
  for (int y = 0; y < ROWS; y++) {
    const unsigned char *above = from[(y + ROWS - 1) % ROWS], *here = from[y], *below = from[(y + 1) % ROWS];
    for (int x = 0; x < COLUMNS; x++) {
      int left = (x + COLUMNS - 1) % COLUMNS, right = (x + 1) % COLUMNS;
      int near = above[left] + above[x] + above[right] + here[left] + here[right] + below[left] + below[x] + below[right];
      to[y][x] = near == 3 || (near == 2 && here[x]);
    }
  }
}

uint32_t run(int rounds) {
  unsigned char **now = board(), **then = board();
  uint32_t sum = 0, state = 41;
  for (int y = 0; y < ROWS; y++)
    for (int x = 0; x < COLUMNS; x++)
      now[y][x] = next(&state) % 3 == 0;
  for (int round = 0; round < rounds; round++) {
    step(now, then);
    unsigned char **other = now;
    now = then;
    then = other;
    now[next(&state) % ROWS][next(&state) % COLUMNS] = 1;
  }
  for (int y = 0; y < ROWS; y++)
    for (int x = 0; x < COLUMNS; x++)
      sum = sum * 31 + now[y][x];
  forget(now);
  forget(then);
  return sum;
}
