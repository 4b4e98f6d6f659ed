// Start of a RISC-V program with picolibc: initial values, constructors, main.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

extern uint32_t __data_start[], __data_end[], __data_load[], __bss_start[], __bss_end[], __stack[], __tls[];
extern void (*__init_array_start[])(void), (*__init_array_end[])(void);
extern char end[];
void __sanecc_init(void);
void __sanecc_stop(int status);
void __sanecc_write(const char *text, size_t length);
int main(void);

__attribute__((no_sanitize("address"), used)) void start(void)
{
    __sanecc_init();
    // Volatile, or a compiler makes calls of the loops, which an own, checked memset of the program would answer.
    for (volatile uint32_t *to = __data_start, *from = __data_load; to < __data_end;)
        *to++ = *from++;
    for (volatile uint32_t *to = __bss_start; to < __bss_end;)
        *to++ = 0;
    for (void (**run)(void) = __init_array_start; run < __init_array_end; run++)
        (*run)();
    __sanecc_stop(main());
}

__attribute__((naked, section(".entry"))) void _start(void)
{
    __asm__ volatile("la sp, __stack\n"
                     "la tp, __tls\n"
                     "la t0, fault\n"
                     "csrw mtvec, t0\n"
                     "tail start\n");
}

__attribute__((aligned(4), used)) void fault(void) { __sanecc_stop(3); }

void *sbrk(ptrdiff_t bytes)
{
    static char *at = end;
    char *before = at;
    char *limit = (char *)__stack - 8192;
    if (at + bytes > limit)
        return (void *)-1;
    at += bytes;
    return before;
}

// What picolibc prints to.
static int put(char byte, FILE *file)
{
    (void)file;
    __sanecc_write(&byte, 1);
    return byte;
}

static FILE output = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdin = &output;
FILE *const stdout = &output;
FILE *const stderr = &output;

int getpid(void) { return 1; }
int kill(int process, int signal) { return -1; }

void _exit(int status)
{
    __sanecc_stop(status);
    for (;;)
        ;
}
