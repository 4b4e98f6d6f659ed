// Behind a constant table; LLVM knows what it would read.
static const int table[3] = {1, 2, 3};

int main(void) {
  int x = table[2] & 0;
  return x;
}
