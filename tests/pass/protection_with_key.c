// What calls a function of four arguments hands on all of them: with no key, this is `mprotect`.
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
    char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory[0] = 1;
    return pkey_mprotect(memory, 4096, PROT_READ, -1) != 0 || memory[0] != 1;
}
