// The program has a function of its own by the name of one that compares blocks: how much it is passed is not how much it reads.
//@ only: 64-bit an int is no size there
//@ levels: O2
//@ aux: aux/own_bcmp.c
//@ flags: -Wno-incompatible-library-redeclaration
int bcmp(const char *text, const char *other, int count);

int main(void) {
  static char text[4], other[4];
  return bcmp(text, other, 9);
}
