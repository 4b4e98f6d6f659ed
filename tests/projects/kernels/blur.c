// A blur in two passes over bytes, through pointers that run along.
#include "kernel.h"
#define W 640
#define H 360

static void kernel(int w, int h, const unsigned char *from, unsigned char *middle, unsigned char *to) {
  for (int y = 0; y < h; y++) {
    const unsigned char *p = from + y * w + 2, *end = from + y * w + w - 2;
    unsigned char *q = middle + y * w + 2;
    while (p != end) {
      *q++ = (p[-2] + 4 * p[-1] + 6 * p[0] + 4 * p[1] + p[2]) >> 4;
      p++;
    }
  }
  for (int y = 2; y < h - 2; y++)
    for (int x = 0; x < w; x++) {
      const unsigned char *p = middle + y * w + x;
      to[y * w + x] = (p[-2 * w] + 4 * p[-w] + 6 * p[0] + 4 * p[w] + p[2 * w]) >> 4;
    }
}

void run(int rounds) {
  unsigned char *from = allocate(W * H), *middle = allocate(W * H), *to = allocate(W * H);
  ARRAY(row, W);
  for (int i = 0; i < W * H; i++) {
    from[i] = i * 7 % 251;
    middle[i] = to[i] = 0;
  }
  for (int r = 0; r < rounds; r++)
    kernel(W, H, from, middle, to);
  for (int x = 0; x < W; x++)
    row[x] = to[H / 2 * W + x];
  result(row, W);
}
