// Reads what the other file shows.
extern int *shown;

int reach(long index) {
  return shown[index]; //~ ERROR stack-buffer-overflow
}
