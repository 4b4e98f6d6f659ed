// Reads what it is given.
int reach(const int *numbers, long index) {
  return numbers[index]; //~ ERROR stack-buffer-overflow
}
