// Two arrays of structures, one in the other: the inner index is beyond its array.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct square {
  short colours[3];
  short piece;
};

struct board {
  struct square squares[8][8];
  int move;
};

NOINLINE static int colour(struct board *board, int x, int y, int which) {
  return board->squares[x][y].colours[which]; //~ ERROR sub-object-overflow
}

int main(void) {
  static struct board board;
#ifdef FIXED
  return colour(&board, 7, 7, 2);
#else
  return colour(&board, 7, 7, 3);
#endif
}
