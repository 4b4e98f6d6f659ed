// Behind a constant table; LLVM knows what it would read.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
static const int table[3] = {1, 2, 3};

int main(void) {
#ifdef FIXED
  int x = table[2] & 0;
#else
  int x = table[3] & 0; //~ ERROR global-buffer-overflow
#endif
  return x;
}
