// Small globals of the old kind: tentative definitions, of which -fcommon makes common symbols, and short arrays beside them.
#include "small.h"

int counter, low, high, steps;
short window[7];
unsigned char last;
struct {
  int x, y, z;
} point, moves[5];

static void move(uint32_t by) {
  point.x += moves[by % 5].x;
  point.y += moves[by % 5].y;
  point.z ^= moves[by % 5].z;
  window[counter % 7] = (short)point.x;
  last = (unsigned char)(last + window[(counter + 3) % 7]);
  counter++;
}

static void bound(void) {
  if (point.x < low)
    low = point.x;
  if (point.x > high)
    high = point.x;
  steps += high - low > 40;
}

uint32_t run(int rounds) {
  uint32_t state = 1;
  for (int i = 0; i < 5; i++) {
    moves[i].x = i - 2;
    moves[i].y = i * i - 3;
    moves[i].z = i << i;
  }
  for (long i = 0; i < rounds * 20000L; i++) {
    move(next(&state));
    bound();
  }
  return (uint32_t)(point.x * 31 + point.y * 7 + point.z + last + steps);
}
