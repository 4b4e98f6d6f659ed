// A table is read behind its end.
#include <stdio.h>

static int squares[8];
volatile int last = 8;

int main(void)
{
    for (int i = 0; i < 8; i++)
        squares[i] = i * i;
    printf("the last square is %d\n", squares[last]);
    return 0;
}
