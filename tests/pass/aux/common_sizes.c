// The larger definition for `common_sizes.c`.
char shared[100];

int fill_shared(void) {
  int sum = 0;
  for (int i = 0; i < 100; i++) {
    shared[i] = 1;
    sum += shared[i];
  }
  return sum;
}
