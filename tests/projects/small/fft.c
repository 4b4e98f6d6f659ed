// Fast Fourier transform of complex numbers in two arrays, there and back.
#include "small.h"
#include <math.h>
#include <stdlib.h>

#define COUNT 4096

static void permute(double *re, double *im, unsigned count) {
  for (unsigned i = 0, j = 0; i < count; i++) {
    if (i < j) {
      double a = re[i], b = im[i];
      re[i] = re[j];
      im[i] = im[j];
      re[j] = a;
      im[j] = b;
    }
    unsigned bit = count >> 1;
    while (bit && j & bit) {
      j ^= bit;
      bit >>= 1;
    }
    j |= bit;
  }
}

static void transform(double *re, double *im, unsigned count, const double *cosines, const double *sines, double sign) {
  permute(re, im, count);
  for (unsigned half = 1; half < count; half *= 2) {
    unsigned step = count / (2 * half);
    for (unsigned start = 0; start < count; start += 2 * half) {
      for (unsigned i = 0; i < half; i++) {
        double c = cosines[i * step], s = sign * sines[i * step];
        unsigned a = start + i, b = a + half;
        double x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c;
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
      }
    }
  }
}

uint32_t run(int rounds) {
  double *re = allocate(COUNT * sizeof *re), *im = allocate(COUNT * sizeof *im);
  double *cosines = allocate(COUNT / 2 * sizeof *re), *sines = allocate(COUNT / 2 * sizeof *re);
  uint32_t sum = 0, state = 17;
  for (int i = 0; i < COUNT / 2; i++) {
    cosines[i] = cos(2 * 3.14159265358979323846 * i / COUNT);
    sines[i] = sin(2 * 3.14159265358979323846 * i / COUNT);
  }
  for (int i = 0; i < COUNT; i++) {
    re[i] = next(&state) % 1000;
    im[i] = 0;
  }
  for (int round = 0; round < rounds; round++) {
    transform(re, im, COUNT, cosines, sines, -1);
    sum = sum * 31 + (uint32_t)(int)(re[round % COUNT] / 1000);
    transform(re, im, COUNT, cosines, sines, 1);
    for (int i = 0; i < COUNT; i++) {
      re[i] = floor(re[i] / COUNT + 0.5);
      im[i] = 0;
      sum += (uint32_t)(int)re[i] * (i + 1);
    }
  }
  free(re);
  free(im);
  free(cosines);
  free(sines);
  return sum;
}
