// A loop fills an array that nobody reads, and more.
int main(void) {
  int a[4];
  (void)a;
  for (int i = 0; i < 4; i++)
    a[i] = i;
  return 0;
}
