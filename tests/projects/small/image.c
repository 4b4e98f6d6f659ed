// A grey image: smoothed by likeness of brightness, corners and edges found by how many neighbours are alike.
#include "small.h"
#include <stdlib.h>

#define WIDTH 160
#define HEIGHT 120

static void make_likeness(unsigned char *table) {
  for (int difference = -255; difference <= 255; difference++) {
    int far = difference < 0 ? -difference : difference;
    table[difference + 255] = far < 20 ? 100 - far * 2 : far < 40 ? 60 - far : 0;
  }
}

static void smooth(const unsigned char *from, unsigned char *to, const unsigned char *likeness) {
  for (int y = 2; y < HEIGHT - 2; y++) {
    for (int x = 2; x < WIDTH - 2; x++) {
      const unsigned char *centre = &from[y * WIDTH + x];
      const unsigned char *like = likeness + 255 - *centre;
      int total = 0, weights = 0;
      for (int dy = -2; dy <= 2; dy++) {
        const unsigned char *row = centre + dy * WIDTH - 2;
        for (int dx = 0; dx < 5; dx++) {
          int weight = like[row[dx]];
          weights += weight;
          total += weight * row[dx];
        }
      }
      to[y * WIDTH + x] = total / weights;
    }
  }
}

static uint32_t corners(const unsigned char *image, int *response, const unsigned char *likeness) {
  static const signed char mask[][2] = {{-1, -3}, {0, -3}, {1, -3}, {-2, -2}, {2, -2}, {-3, -1}, {3, -1}, {-3, 0},
                                        {3, 0},   {-3, 1}, {3, 1},  {-2, 2},  {2, 2},  {-1, 3},  {0, 3},  {1, 3}};
  uint32_t found = 0;
  for (int y = 3; y < HEIGHT - 3; y++) {
    for (int x = 3; x < WIDTH - 3; x++) {
      const unsigned char *like = likeness + 255 - image[y * WIDTH + x];
      int alike = 0;
      for (unsigned i = 0; i < sizeof mask / sizeof *mask; i++)
        alike += like[image[(y + mask[i][1]) * WIDTH + x + mask[i][0]]];
      response[y * WIDTH + x] = alike < 800 ? 800 - alike : 0;
    }
  }
  for (int y = 4; y < HEIGHT - 4; y++)
    for (int x = 4; x < WIDTH - 4; x++) {
      const int *at = &response[y * WIDTH + x];
      if (*at > 100 && *at > at[-1] && *at > at[1] && *at > at[-WIDTH] && *at > at[WIDTH])
        found = found * 31 + y * WIDTH + x;
    }
  return found;
}

uint32_t run(int rounds) {
  unsigned char *image = allocate(WIDTH * HEIGHT), *other = allocate(WIDTH * HEIGHT);
  int *response = allocate(WIDTH * HEIGHT * sizeof *response);
  unsigned char likeness[511];
  uint32_t sum = 0, state = 23;
  make_likeness(likeness);
  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    image[i] = (i % WIDTH / 20 + i / WIDTH / 15) % 2 * 120 + next(&state) % 30;
    other[i] = image[i];
    response[i] = 0;
  }
  for (int round = 0; round < rounds; round++) {
    smooth(image, other, likeness);
    sum = sum * 31 + corners(other, response, likeness);
    image[next(&state) % (WIDTH * HEIGHT)] ^= 64;
  }
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    sum = sum * 31 + other[i];
  free(image);
  free(other);
  free(response);
  return sum;
}
