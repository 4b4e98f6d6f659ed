// A constant is written that nobody reads from memory.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
static const int limit = 1;

int main(void) {
  *(int *)&limit = 2; //~ ERROR SEGV
  return limit - 1;
}
