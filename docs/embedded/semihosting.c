// Output and end through semihosting, which qemu and debuggers offer.
#include <stddef.h>
#include <stdint.h>

static int host(int operation, const void *argument)
{
#ifdef __riscv
    register int a0 __asm__("a0") = operation;
    register const void *a1 __asm__("a1") = argument;
    __asm__ volatile(".option push\n.option norvc\n.balign 16\nslli x0, x0, 0x1f\nebreak\nsrai x0, x0, 7\n.option pop"
                     : "+r"(a0) : "r"(a1) : "memory");
    return a0;
#else
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
#endif
}

__attribute__((no_sanitize("address"))) void __sanecc_write(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        host(3 /* SYS_WRITEC */, text + i);
}

__attribute__((no_sanitize("address"))) void __sanecc_stop(int status)
{
    uint32_t why[2] = {0x20026 /* ADP_Stopped_ApplicationExit */, (uint32_t)status};
    host(0x20 /* SYS_EXIT_EXTENDED */, why);
    for (;;)
        ;
}
