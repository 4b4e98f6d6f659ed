#ifdef FIXED
static int given(int value) {
  volatile int there = value;
  return there;
}

int constant = 1, later = given(3);

int &at_first_use() {
  static int kept = given(3);
  return kept;
}
#else
int given() {
  volatile int three = 3;
  return three;
}

int later = given();
#endif
