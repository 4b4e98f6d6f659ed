// What the kernels share. The arrays come from another unit, so that no compiler knows how large they are.
#include <stddef.h>

void *allocate(size_t bytes);
// Adds an array to the sum that is printed at the end.
void result(const double *from, size_t count);
// The kernel: sets its arrays up and runs so many rounds.
void run(int rounds);

#define ARRAY2(name, rows, columns) double(*name)[columns] = allocate(sizeof(double) * (rows) * (columns))
#define ARRAY(name, count) double *name = allocate(sizeof(double) * (count))
