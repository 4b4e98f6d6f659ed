// A constant is written that nobody reads from memory.
static const int limit = 1;

int main(void) {
  int copy = limit;
  *(int *)&copy = 1;
  return limit - 1;
}
