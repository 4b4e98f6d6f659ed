// Tasks and the heap: what the kernel has on every processor.
#include "kernel.h"
#include "port.h"

enum { TASKS = 4 };
struct task {
    uint32_t *stack;
};
static struct task tasks[TASKS];
static uint32_t count;
static volatile uint32_t ticks;
uint32_t **kernel_current;
static uint32_t running;

static void ended(void)
{
    for (;;)
        kernel_yield();
}

void kernel_task(void (*body)(void), uint32_t *stack, size_t words)
{
    uint32_t *top = (uint32_t *)((uintptr_t)(stack + words) & ~(uintptr_t)15);
    tasks[count++].stack = port_frame(top, body, ended);
}

uint32_t **kernel_next(void)
{
    running = running + 1 < count ? running + 1 : 0;
    kernel_current = &tasks[running].stack;
    return kernel_current;
}

void kernel_tick(void) { ticks++; }

uint32_t kernel_ticks(void) { return ticks; }

void kernel_start(void)
{
    kernel_current = &tasks[0].stack;
    port_start();
}

struct block {
    size_t bytes; // with this header; the lowest bit: taken
};
static uint64_t arena[512];

__attribute__((no_sanitize("address"))) static struct block *after(struct block *block) { return (struct block *)((char *)block + (block->bytes & ~(size_t)1)); }

// The allocator's own headers lie between chunks, where checks see redzones: like a C library's, it is not checked.
__attribute__((no_sanitize("address"))) void *pvPortMalloc(size_t bytes)
{
    struct block *end = (struct block *)(arena + 512);
    size_t wanted = (bytes + 8 + 7) & ~(size_t)7;
    uint32_t before = port_mask();
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
    port_unmask(before);
    return found;
}

__attribute__((no_sanitize("address"))) void vPortFree(void *block)
{
    uint32_t before = port_mask();
    ((struct block *)((char *)block - 8))->bytes &= ~(size_t)1;
    port_unmask(before);
}
