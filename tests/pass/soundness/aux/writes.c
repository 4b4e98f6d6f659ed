// Writes where it is told to, and to what everybody knows.
extern int known;

void write_to(int *place, int number) {
  *place = number;
}

void write_known(int number) {
  known = number;
}

int known __attribute__((weak));
