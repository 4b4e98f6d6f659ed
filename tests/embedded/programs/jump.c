// A jump out of several frames: the redzones of those that stay still hold.
#include <setjmp.h>

volatile int length = 12;
static jmp_buf back;

__attribute__((noinline)) static void deep(int left)
{
    volatile char text[12];
    for (int i = 0; i < length; i++)
        text[i] = (char)left;
    if (left == 0)
        longjmp(back, 1);
    deep(left - 1);
    text[length - 1] = 0;
}

__attribute__((noinline)) static void jump(void)
{
    if (!setjmp(back))
        deep(3);
}

__attribute__((noinline)) static void fill(volatile char *to, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (char)i;
}

int main(void)
{
    volatile char text[12];
    jump();
    // Where the frames were that are left, others come.
    fill(text, length);
    jump();
#ifdef FIXED
    fill(text, length);
#else
    fill(text, length + 1);
#endif
    return text[3] - 3;
}
