// Every access goes to the exact part of its check, because its granule is addressable only in part: whatever lives in registers
// around that must still be there afterwards, numbers of both kinds.
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static double mix(const unsigned char *bytes, const float *one, long n) {
  double a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, o = 14;
  long q = 1, r = 2, s = 3, t = 4, u = 5, v = 6, w = 7, x = 8, y = 9, z = 10;
  for (long turn = 0; turn < n; turn++) {
    long byte = bytes[turn % 5];
    double part = one[turn % 3 == 0 ? 0 : 2];
    a += part, b += a, c += b, d += c, e += d, f += e, g += f, h += g, i += h, j += i, k += j, l += k, m += l, o += m;
    q += byte, r ^= q, s += r, t ^= s, u += t, v ^= u, w += v, x ^= w, y += x, z ^= y;
  }
  return a + b + c + d + e + f + g + h + i + j + k + l + m + o + (double)(q + r + s + t + u + v + w + x + y + z);
}

int main(void) {
  unsigned char *bytes = malloc(5);
  float *numbers = malloc(3 * sizeof *numbers);
  unsigned char plain[8] = {1, 2, 3, 4, 5};
  float other[4] = {0.5, 0.25, 2};
  if (!bytes || !numbers) return 0;
  for (int i = 0; i < 5; i++) bytes[i] = plain[i];
  for (int i = 0; i < 3; i++) numbers[i] = other[i];
  // Twice the same: once with memory of which all granules are addressable.
  double first = mix(bytes, numbers, 9), second = mix(plain, other, 9);
  free(bytes);
  free(numbers);
  if (first != second) abort();
  return 0;
}
