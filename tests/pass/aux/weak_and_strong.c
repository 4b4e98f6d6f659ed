// The strong definition for `weak_and_strong.c`.
char table[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

int sum_of_table(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += table[i];
  return sum;
}
