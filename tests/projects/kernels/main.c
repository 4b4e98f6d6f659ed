#include "kernel.h"
#include <stdio.h>
#include <stdlib.h>

static double sum;

void *allocate(size_t bytes) {
  void *block = malloc(bytes);
  if (!block)
    exit(1);
  return block;
}

void result(const double *from, size_t count) {
  for (size_t i = 0; i < count; i++)
    sum = sum * 0.999 + from[i];
}

int main(int argc, char **argv) {
  run(argc > 1 ? atoi(argv[1]) : 1);
  printf("%.6e\n", sum);
}
