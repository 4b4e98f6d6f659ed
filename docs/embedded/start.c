// Start of a Cortex-M program: vectors, initial values, constructors, main, and what newlib asks of a system.
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

extern uint32_t __data_start[], __data_end[], __data_load[], __bss_start[], __bss_end[], __stack[];
extern char end[];
void __sanecc_init(void);
void __libc_init_array(void);
int main(void);
void __sanecc_stop(int status);
void __sanecc_write(const char *text, size_t length);

__attribute__((no_sanitize("address"))) void Reset_Handler(void)
{
#ifdef __ARM_FP
    // Coprocessor access: the floating-point unit is off after a reset.
    *(volatile uint32_t *)0xe000ed88 |= 0xf << 20;
    __asm__ volatile("dsb\nisb");
#endif
    __sanecc_init();
    // Volatile, or a compiler makes calls of the loops, which an own, checked memset of the program would answer.
    for (volatile uint32_t *to = __data_start, *from = __data_load; to < __data_end;)
        *to++ = *from++;
    for (volatile uint32_t *to = __bss_start; to < __bss_end;)
        *to++ = 0;
    __libc_init_array();
    __sanecc_stop(main());
    for (;;)
        ;
}

__attribute__((no_sanitize("address"))) void Default_Handler(void)
{
    static const char text[] = "fault\n";
    __sanecc_write(text, sizeof text - 1);
    __sanecc_stop(3);
}

__attribute__((weak)) void SysTick_Handler(void) {}
__attribute__((weak)) void PendSV_Handler(void) {}
__attribute__((weak)) void SVC_Handler(void) {}

__attribute__((section(".vectors"), used)) static void *const vectors[] = {
    __stack,         Reset_Handler, Default_Handler, Default_Handler, Default_Handler, Default_Handler,
    Default_Handler, 0,             0,               0,               0,               SVC_Handler,
    Default_Handler, 0,             PendSV_Handler,  SysTick_Handler,
};

void _init(void) {}
void _fini(void) {}

void *_sbrk(ptrdiff_t bytes)
{
    static char *at = end;
    char *before = at;
    char *limit = (char *)__stack - 8192;
    if (at + bytes > limit)
        return (void *)-1;
    at += bytes;
    return before;
}

int _write(int file, const char *text, int length)
{
    (void)file;
    __sanecc_write(text, length);
    return length;
}
int _read(int file, char *to, int length) { return 0; }
int _close(int file) { return -1; }
int _lseek(int file, int offset, int from) { return 0; }
int _isatty(int file) { return 1; }
int _fstat(int file, struct stat *what)
{
    what->st_mode = S_IFCHR;
    return 0;
}
int _getpid(void) { return 1; }
int _kill(int process, int signal) { return -1; }
void _exit(int status)
{
    __sanecc_stop(status);
    for (;;)
        ;
}
