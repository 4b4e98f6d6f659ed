// A buffer on the stack is filled by one byte too many.
#include <string.h>

volatile int length = 16;

__attribute__((noinline)) void fill(char *to, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (char)i;
}

int main(void)
{
    char buffer[16];
#ifdef FIXED
    int bytes = length;
#else
    int bytes = length + 1;
#endif
    fill(buffer, bytes);
    return buffer[3] - 3;
}
