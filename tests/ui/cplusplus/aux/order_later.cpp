int given() {
  volatile int three = 3;
  return three;
}

int later = given();
