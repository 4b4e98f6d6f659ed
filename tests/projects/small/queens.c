// Queens on a board, and sudoku: search by trying, with small arrays that are set and set back.
#include "small.h"
#include <string.h>

static int board[12], files[12], rising[24], falling[24];

static uint32_t place(int row, int size) {
  uint32_t found = 0;
  if (row == size)
    return 1;
  for (int file = 0; file < size; file++)
    if (!files[file] && !rising[row + file] && !falling[row - file + size]) {
      board[row] = file;
      files[file] = rising[row + file] = falling[row - file + size] = 1;
      found += place(row + 1, size);
      files[file] = rising[row + file] = falling[row - file + size] = 0;
    }
  return found;
}

static int fits(unsigned char grid[9][9], int y, int x, unsigned char digit) {
  for (int i = 0; i < 9; i++)
    if (grid[y][i] == digit || grid[i][x] == digit || grid[y / 3 * 3 + i / 3][x / 3 * 3 + i % 3] == digit)
      return 0;
  return 1;
}

static int solve(unsigned char grid[9][9], int at) {
  while (at < 81 && grid[at / 9][at % 9])
    at++;
  if (at == 81)
    return 1;
  for (unsigned char digit = 1; digit <= 9; digit++)
    if (fits(grid, at / 9, at % 9, digit)) {
      grid[at / 9][at % 9] = digit;
      if (solve(grid, at + 1))
        return 1;
      grid[at / 9][at % 9] = 0;
    }
  return 0;
}

uint32_t run(int rounds) {
  uint32_t sum = 0;
  for (int round = 0; round < rounds; round++) {
    unsigned char grid[9][9] = {{0}};
    sum = sum * 31 + place(0, 7 + round % 2) + board[2];
    for (int i = 0; i < 9; i++)
      grid[0][i] = (unsigned char)((i * 2 + round) % 9 + 1);
    sum += solve(grid, 0);
    for (int i = 0; i < 81; i++)
      sum = sum * 3 + grid[i / 9][i % 9];
  }
  return sum;
}
