// A chunk is freed twice.
#include <stdlib.h>

void *volatile kept;

int main(void)
{
    kept = malloc(8);
    free(kept);
#ifndef FIXED
    free(kept);
#endif
    return 0;
}
