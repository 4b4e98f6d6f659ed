// A table is written behind its end.
volatile int table[10];
volatile int at = 10;

void store(int index) { table[index] = 1; }

int main(void)
{
#ifdef FIXED
    at = 9;
#endif
    store(at);
    return 0;
}
