// An image smoothed by a recursive filter: along rows and columns, forward and back.
#include "kernel.h"
#include <stdlib.h>

static void rows(int width, int height, float *image) {
  for (int y = 0; y < height; y++) {
    float *row = image + y * width;
    for (int x = 1; x < width; x++)
      row[x] += 0.6f * (row[x - 1] - row[x]);
    for (int x = width - 2; x >= 0; x--)
      row[x] += 0.6f * (row[x + 1] - row[x]);
  }
}

static void columns(int width, int height, float *image) {
  for (int x = 0; x < width; x++) {
    for (int y = 1; y < height; y++)
      image[y * width + x] += 0.6f * (image[(y - 1) * width + x] - image[y * width + x]);
    for (int y = height - 2; y >= 0; y--)
      image[y * width + x] += 0.6f * (image[(y + 1) * width + x] - image[y * width + x]);
  }
}

void run(int rounds) {
  int width = 256, height = 192;
  float *image = allocate(width * height * sizeof *image);
  double sum = 0;
  for (int i = 0; i < width * height; i++)
    image[i] = i % 251;
  for (int k = 0; k < rounds; k++) {
    rows(width, height, image);
    columns(width, height, image);
    image[k % (width * height)] += 100;
  }
  for (int i = 0; i < width * height; i++)
    sum += image[i];
  result(&sum, 1);
  free(image);
}
