// RISC-V of 32 bits with the timer of qemu's board virt: each trap switches, that of the timer and that of `ecall`.
#include "kernel.h"
#include "port.h"

#define MTIMECMP ((volatile uint32_t *)0x02004000)
#define MTIME ((volatile uint32_t *)0x0200BFF8)
enum { PERIOD = 10000, TIMER = 0x80000007, ECALL = 11 };

void __sanecc_stop(int status);

// Words of a frame: ra, x5 to x31, the address to go on at; a multiple of 16 bytes.
enum { RA = 0, PC = 28, WORDS = 32 };

uint32_t *port_frame(uint32_t *top, void (*body)(void), void (*ended)(void))
{
    top -= WORDS;
    for (int i = 0; i < WORDS; i++)
        top[i] = 0;
    top[RA] = (uint32_t)(uintptr_t)ended;
    top[PC] = (uint32_t)(uintptr_t)body;
    return top;
}

static void next_tick(void)
{
    uint32_t low = MTIME[0], high = MTIME[1];
    MTIMECMP[1] = -1u;
    MTIMECMP[0] = low + PERIOD;
    MTIMECMP[1] = high + (low + PERIOD < low);
}

__attribute__((used)) uint32_t **port_trap(uint32_t cause, uint32_t *frame)
{
    switch (cause) {
    case TIMER:
        kernel_tick();
        next_tick();
        break;
    case ECALL:
        frame[PC] += 4;
        break;
    default:
        __sanecc_stop(3);
    }
    return kernel_next();
}

#define EACH ".irp n, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n"

// Goes on with the task whose stack `a0` leads to.
__attribute__((naked, used)) void port_resume(void)
{
    __asm__ volatile("lw sp, 0(a0)\n"
                     "lw t0, 112(sp)\n"
                     "csrw mepc, t0\n"
                     "lw ra, 0(sp)\n" EACH "lw x\\n, (4 * \\n - 16)(sp)\n"
                     ".endr\n"
                     "addi sp, sp, 128\n"
                     "mret\n");
}

__attribute__((naked, aligned(4), used)) void port_entry(void)
{
    __asm__ volatile("addi sp, sp, -128\n"
                     "sw ra, 0(sp)\n" EACH "sw x\\n, (4 * \\n - 16)(sp)\n"
                     ".endr\n"
                     "csrr t0, mepc\n"
                     "sw t0, 112(sp)\n"
                     "la t0, kernel_current\n"
                     "lw t0, 0(t0)\n"
                     "sw sp, 0(t0)\n"
                     "csrr a0, mcause\n"
                     "mv a1, sp\n"
                     "call port_trap\n"
                     "tail port_resume\n");
}

void kernel_yield(void) { __asm__ volatile("ecall" ::: "memory"); }

void port_start(void)
{
    next_tick();
    __asm__ volatile("csrw mtvec, %0\n"
                     "csrs mie, %1\n"
                     // The first task runs in machine mode, with interrupts.
                     "csrs mstatus, %2\n"
                     "mv a0, %3\n"
                     "tail port_resume\n" ::"r"(port_entry),
                     "r"(1 << 7), "r"(0x1880), "r"(kernel_current)
                     : "a0", "memory");
}

uint32_t port_mask(void)
{
    uint32_t before;
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(before)::"memory");
    return before;
}

void port_unmask(uint32_t before) { __asm__ volatile("csrs mstatus, %0" ::"r"(before & 8) : "memory"); }
