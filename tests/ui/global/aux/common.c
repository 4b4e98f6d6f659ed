// The second tentative definition for `common.c`.
int common[5];

int sum_of_common(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++)
    sum += common[i];
  return sum;
}
