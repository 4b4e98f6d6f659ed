// A pointer outlives the block of what it points to.
volatile int *volatile pointer;

int main(void)
{
    {
        volatile int inner = 3;
        pointer = &inner;
#ifdef FIXED
        return *pointer - 3;
#endif
    }
    return *pointer - 3;
}
