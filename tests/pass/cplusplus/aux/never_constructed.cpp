// Comes after a unit whose constructor exits.
static int given() {
  volatile int three = 3;
  return three;
}

int never = given();
