// A chunk is read after it was freed.
#include <stdlib.h>

int main(void)
{
    volatile int *value = malloc(sizeof *value);
    *value = 5;
#ifdef FIXED
    int result = *value;
    free((void *)value);
#else
    free((void *)value);
    int result = *value;
#endif
    return result - 5;
}
