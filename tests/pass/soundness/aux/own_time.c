// A function of the program's own, with a name of the library's.
#include <stdlib.h>

void time(int *block) { free(block); }
