// The program goes on in an interrupt handler, which ends it: not before an error is told.
#include <stdint.h>

void __sanecc_stop(int status);

// Begins with a number once there is a report.
extern volatile uint32_t __sanecc_report;

static volatile uint32_t ticks;

void SysTick_Handler(void)
{
    ticks++;
    if (__sanecc_report)
        __sanecc_stop(7);
}

int main(void)
{
    static volatile int numbers[4];
    volatile uint32_t *systick = (volatile uint32_t *)0xE000E010;
    systick[1] = 1000;
    systick[2] = 0;
    systick[0] = 7;
    while (ticks < 3)
        ;
#ifdef FIXED
    numbers[ticks & 3] = 1;
#else
    numbers[4 + (ticks & 0)] = 1;
#endif
    return 0;
}
