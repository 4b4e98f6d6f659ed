#include "kernel.h"

enum { TASKS = 4 };
struct task {
    uint32_t *stack;
};
static struct task tasks[TASKS];
static uint32_t count;
static volatile uint32_t ticks;
uint32_t **kernel_current;
static uint32_t running;

#define SYSTICK ((volatile uint32_t *)0xE000E010)
#define ICSR ((volatile uint32_t *)0xE000ED04)
#define SHPR3 ((volatile uint32_t *)0xE000ED20)
enum { PEND_SV = 1 << 28 };

static void ended(void)
{
    for (;;)
        kernel_yield();
}

void kernel_task(void (*body)(void), uint32_t *stack, size_t words)
{
    uint32_t *top = (uint32_t *)((uintptr_t)(stack + words) & ~(uintptr_t)7);
    *--top = 1u << 24;                     // xPSR: Thumb
    *--top = (uint32_t)(uintptr_t)body;    // pc
    *--top = (uint32_t)(uintptr_t)ended;   // lr
    for (int i = 0; i < 5; i++)            // r12, r3 to r0
        *--top = 0;
    for (int i = 0; i < 8; i++)            // r11 to r4
        *--top = 0;
    tasks[count++].stack = top;
}

uint32_t **kernel_next(void)
{
    running = running + 1 < count ? running + 1 : 0;
    kernel_current = &tasks[running].stack;
    return kernel_current;
}

// Keeps r4 to r11 on the stack of the task that is left.
__attribute__((naked)) void PendSV_Handler(void)
{
    __asm__ volatile("mrs r0, psp\n"
                     "ldr r1, =kernel_current\n"
                     "ldr r2, [r1]\n"
                     "stmdb r0!, {r4-r11}\n"
                     "str r0, [r2]\n"
                     "push {r3, lr}\n"
                     "bl kernel_next\n"
                     "pop {r3, lr}\n"
                     "ldr r0, [r0]\n"
                     "ldmia r0!, {r4-r11}\n"
                     "msr psp, r0\n"
                     "bx lr\n");
}

__attribute__((naked)) void SVC_Handler(void)
{
    __asm__ volatile("ldr r1, =kernel_current\n"
                     "ldr r0, [r1]\n"
                     "ldr r0, [r0]\n"
                     "ldmia r0!, {r4-r11}\n"
                     "msr psp, r0\n"
                     "mvn lr, #2\n"
                     "bx lr\n");
}

void SysTick_Handler(void)
{
    ticks++;
    *ICSR = PEND_SV;
}

void kernel_yield(void) { *ICSR = PEND_SV; }

uint32_t kernel_ticks(void) { return ticks; }

void kernel_start(void)
{
    kernel_current = &tasks[0].stack;
    *SHPR3 |= 0xFFFF0000u;
    SYSTICK[1] = 10000;
    SYSTICK[2] = 0;
    SYSTICK[0] = 7;
    __asm__ volatile("svc 0");
}

struct block {
    size_t bytes; // with this header; the lowest bit: taken
};
static uint64_t arena[512];

__attribute__((no_sanitize("address"))) static struct block *after(struct block *block) { return (struct block *)((char *)block + (block->bytes & ~(size_t)1)); }

static uint32_t mask(void)
{
    uint32_t before;
    __asm__ volatile("mrs %0, primask\ncpsid i" : "=r"(before)::"memory");
    return before;
}
static void unmask(uint32_t before) { __asm__ volatile("msr primask, %0" ::"r"(before) : "memory"); }

// The allocator's own headers lie between chunks, where checks see redzones: like a C library's, it is not checked.
__attribute__((no_sanitize("address"))) void *pvPortMalloc(size_t bytes)
{
    struct block *end = (struct block *)(arena + 512);
    size_t wanted = (bytes + 8 + 7) & ~(size_t)7;
    uint32_t before = mask();
    void *found = 0;
    if (((struct block *)arena)->bytes == 0)
        ((struct block *)arena)->bytes = sizeof arena;
    for (struct block *at = (struct block *)arena; at < end && !found; at = (struct block *)((char *)at + (at->bytes & ~(size_t)1))) {
        if (at->bytes & 1)
            continue;
        for (struct block *next = after(at); next < end && !(next->bytes & 1); next = after(at))
            at->bytes += next->bytes;
        if (at->bytes < wanted)
            continue;
        if (at->bytes - wanted >= 16) {
            struct block *rest = (struct block *)((char *)at + wanted);
            rest->bytes = at->bytes - wanted;
            at->bytes = wanted;
        }
        at->bytes |= 1;
        found = (char *)at + 8;
    }
    unmask(before);
    return found;
}

__attribute__((no_sanitize("address"))) void vPortFree(void *block)
{
    uint32_t before = mask();
    ((struct block *)((char *)block - 8))->bytes &= ~(size_t)1;
    unmask(before);
}
