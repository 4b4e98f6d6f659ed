// Output over a serial line, for boards without a debugger; in place of semihosting.c. The registers are those of the UART of Arm's CMSDK, as on mps2-an385.
#include <stddef.h>
#include <stdint.h>

static volatile uint32_t *const uart = (volatile uint32_t *)0x40004000;
enum { DATA, STATE, CONTROL, UNUSED, BAUD_DIVIDER };

__attribute__((no_sanitize("address"))) void __sanecc_write(const char *text, size_t length)
{
    uart[BAUD_DIVIDER] = 16;
    uart[CONTROL] = 1;
    for (size_t i = 0; i < length; i++) {
        while (uart[STATE] & 1)
            ;
        uart[DATA] = (uint8_t)text[i];
    }
}

// The processor waits for a debugger or for its watchdog. The record of the error is in __sanecc_report.
__attribute__((no_sanitize("address"))) void __sanecc_stop(int status)
{
    (void)status;
    __asm__ volatile("cpsid i");
    for (;;)
        __asm__ volatile("wfi");
}
