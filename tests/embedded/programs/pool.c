// A pool of the program's own, with the poison interface.
#include <stddef.h>

void __asan_poison_memory_region(const volatile void *start, size_t size);
void __asan_unpoison_memory_region(const volatile void *start, size_t size);

static char pool[256];
static size_t used;

static void *take(size_t bytes)
{
    char *block = pool + used;
    used += (bytes + 8 + 7) / 8 * 8;
    __asan_unpoison_memory_region(block, bytes);
    return block;
}

char *volatile kept;

int main(void)
{
    __asan_poison_memory_region(pool, sizeof pool);
    char *volatile first = take(20);
    char *second = take(20);
    second[19] = 1;
#ifdef FIXED
    first[19] = 1;
#else
    first[20] = 1;
#endif
    kept = first;
    return 0;
}
