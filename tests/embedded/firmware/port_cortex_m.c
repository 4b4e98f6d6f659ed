// Cortex-M, in instructions that all of them have: time by SysTick, a switch in PendSV.
#include "kernel.h"
#include "port.h"

#define SYSTICK ((volatile uint32_t *)0xE000E010)
#define ICSR ((volatile uint32_t *)0xE000ED04)
#define SHPR3 ((volatile uint32_t *)0xE000ED20)
enum { PEND_SV = 1 << 28 };

uint32_t *port_frame(uint32_t *top, void (*body)(void), void (*ended)(void))
{
    *--top = 1u << 24;                   // xPSR: Thumb
    *--top = (uint32_t)(uintptr_t)body;  // pc
    *--top = (uint32_t)(uintptr_t)ended; // lr
    for (int i = 0; i < 5; i++)          // r12, r3 to r0
        *--top = 0;
    for (int i = 0; i < 8; i++)          // r11 to r4
        *--top = 0;
    return top;
}

// What is popped from the stack in r0: r4 to r11, of which only half can be loaded directly.
#define RESTORE \
    "adds r0, #16\n" \
    "ldmia r0!, {r4-r7}\n" \
    "mov r8, r4\n" \
    "mov r9, r5\n" \
    "mov r10, r6\n" \
    "mov r11, r7\n" \
    "msr psp, r0\n" \
    "subs r0, #32\n" \
    "ldmia r0!, {r4-r7}\n"

// Keeps r4 to r11 on the stack of the task that is left.
__attribute__((naked)) void PendSV_Handler(void)
{
    __asm__ volatile("mrs r0, psp\n"
                     "ldr r1, =kernel_current\n"
                     "ldr r2, [r1]\n"
                     "subs r0, #32\n"
                     "str r0, [r2]\n"
                     "stmia r0!, {r4-r7}\n"
                     "mov r4, r8\n"
                     "mov r5, r9\n"
                     "mov r6, r10\n"
                     "mov r7, r11\n"
                     "stmia r0!, {r4-r7}\n"
                     "push {r3, lr}\n"
                     "bl kernel_next\n"
                     "ldr r0, [r0]\n" RESTORE "pop {r3, pc}\n");
}

__attribute__((naked)) void SVC_Handler(void)
{
    __asm__ volatile("ldr r1, =kernel_current\n"
                     "ldr r0, [r1]\n"
                     "ldr r0, [r0]\n" RESTORE "movs r0, #2\n"
                     "mvns r0, r0\n"
                     "bx r0\n");
}

void SysTick_Handler(void)
{
    kernel_tick();
    *ICSR = PEND_SV;
}

void kernel_yield(void) { *ICSR = PEND_SV; }

void port_start(void)
{
    *SHPR3 |= 0xFFFF0000u;
    SYSTICK[1] = 10000;
    SYSTICK[2] = 0;
    SYSTICK[0] = 7;
    __asm__ volatile("svc 0");
}

uint32_t port_mask(void)
{
    uint32_t before;
    __asm__ volatile("mrs %0, primask\ncpsid i" : "=r"(before)::"memory");
    return before;
}

void port_unmask(uint32_t before) { __asm__ volatile("msr primask, %0" ::"r"(before) : "memory"); }
