// A chunk of which hardly anything is used costs no memory for what is not used.
//@ only: x86_64 an emulator has an address space of its own
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

int main(void) {
    size_t size = (size_t)32 << 30;
    char *block = malloc(size + 3);
    if (!block) return 0;
    block[0] = 1;
    memset(block + size / 2, 2, 1 << 20);
    memcpy(block + size - 100, block + size / 2, 103);
    int sum = block[0] + block[size / 2] + block[size + 2];
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    // KiB
    if (usage.ru_maxrss > 512 << 10) return 1;
    free(block);
    printf("%d\n", sum);
    return sum != 5;
}
