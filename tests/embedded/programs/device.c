// Registers of a device, flash and address zero are no memory with a shadow.
#include <stdint.h>

const uint8_t table[] = {1, 2, 3, 4};

__attribute__((noinline)) uint32_t word(const volatile uint32_t *address) { return *address; }

int main(void)
{
    volatile uint32_t *uart = (volatile uint32_t *)0x40004000;
    uart[2] = 1;
    uart[0] = 'x';
    uint32_t stack = word((const volatile uint32_t *)0);
    return stack != 0 && word((const volatile uint32_t *)table) != 0 ? 0 : 9;
}
