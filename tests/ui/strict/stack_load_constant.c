// A constant index that is too large by one; LLVM takes the value to be nothing at all.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
int main(void) {
  int a[4] = {1, 2, 3, 4};
#ifdef FIXED
  int x = a[3] & 0;
#else
  int x = a[4] & 0; //~ ERROR stack-buffer-overflow
#endif
  return x;
}
