// A constant is written that nobody reads from memory.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
static const int limit = 1;

int main(void) {
#ifdef FIXED
  int copy = limit;
  *(int *)&copy = 1;
#else
  *(int *)&limit = 2; //~ ERROR SEGV
#endif
  return limit - 1;
}
