// A loop fills an array that nobody reads, and more.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
int main(void) {
  int a[4];
  for (int i = 0; i <= 4; i++)
    a[i] = i; //~ ERROR stack-buffer-overflow
  return 0;
}
