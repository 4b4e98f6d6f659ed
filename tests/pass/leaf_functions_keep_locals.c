// A function that calls nothing but slow paths of checks keeps its locals, which would lie below the stack pointer without checks.
#include <stdlib.h>

__attribute__((noinline)) static long sum(const unsigned char *bytes, long n) {
  volatile long locals[12];
  for (int i = 0; i < 12; i++) locals[i] = i;
  long all = 0;
  for (long i = 0; i < n; i++) {
    all += bytes[i] * locals[2];
    locals[9] += bytes[n - 1 - i];
  }
  for (int i = 0; i < 12; i++) all += locals[i];
  return all;
}

int main(void) {
  unsigned char *partial = malloc(5), whole[8] = {1, 2, 3, 4, 5};
  if (!partial) return 0;
  for (int i = 0; i < 5; i++) partial[i] = whole[i];
  if (sum(partial, 5) != sum(whole, 5)) abort();
  free(partial);
  return 0;
}
