// A constant index that is too large by one; LLVM takes the value to be nothing at all.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int x = a[4] & 0; //~ ERROR stack-buffer-overflow
  return x;
}
