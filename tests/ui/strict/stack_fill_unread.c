// A loop fills an array that nobody reads, and more.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
int main(void) {
  int a[4];
#ifdef FIXED
  (void)a;
  for (int i = 0; i < 4; i++)
#else
  for (int i = 0; i <= 4; i++)
#endif
    a[i] = i; //~ ERROR stack-buffer-overflow
  return 0;
}
