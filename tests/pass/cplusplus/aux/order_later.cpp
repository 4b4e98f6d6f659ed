static int given(int value) {
  volatile int there = value;
  return there;
}

int constant = 1, later = given(3);

int &at_first_use() {
  static int kept = given(3);
  return kept;
}
