// The array that `other_file.c` declares without its size.
int shared[6] = {1, 2, 3};
