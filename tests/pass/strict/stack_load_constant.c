// A constant index that is too large by one; LLVM takes the value to be nothing at all.
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int x = a[3] & 0;
  return x;
}
