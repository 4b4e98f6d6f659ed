// Writes to the array of `error_in_other_file.c`.
extern char mine[];

void store(long index) {
  mine[index] = 1;
}
