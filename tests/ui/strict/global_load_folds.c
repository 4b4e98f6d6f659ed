// Behind a constant table; LLVM knows what it would read.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
static const int table[3] = {1, 2, 3};

int main(void) {
  int x = table[3] & 0; //~ ERROR global-buffer-overflow
  return x;
}
