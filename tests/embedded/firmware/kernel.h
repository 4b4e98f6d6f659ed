// A preemptive kernel in the manner of small real-time systems: static tasks, round robin by a timer. What a processor has of its own is its port.
#pragma once
#include <stddef.h>
#include <stdint.h>

void kernel_task(void (*body)(void), uint32_t *stack, size_t words);
void kernel_start(void);
void kernel_yield(void);
uint32_t kernel_ticks(void);

// A heap of its own, as such systems have: a first fit over one array. Names as in FreeRTOS, whose heap_4 is used alike.
void *pvPortMalloc(size_t bytes);
void vPortFree(void *block);
