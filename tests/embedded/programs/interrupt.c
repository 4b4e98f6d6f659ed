// An interrupt handler writes behind a ring buffer.
#include <stdint.h>

static volatile uint8_t ring[24];
static volatile unsigned head = 23;

void SysTick_Handler(void)
{
    unsigned next = head + 1;
#ifdef FIXED
    next %= sizeof ring;
#endif
    ring[next] = 1;
    head = next;
}

int main(void)
{
    volatile uint32_t *systick = (volatile uint32_t *)0xE000E010;
    systick[1] = 1000;
    systick[2] = 0;
    systick[0] = 7;
    while (head == 23)
        ;
    return 0;
}
