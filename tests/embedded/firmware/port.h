// What the kernel asks of a processor, and what it offers its port.
#pragma once
#include <stdint.h>

// The stack of a task that is about to run `body` for the first time, and then `ended`.
uint32_t *port_frame(uint32_t *top, void (*body)(void), void (*ended)(void));
// Starts the timer, and the task that is current.
void port_start(void);
// Masks interrupts; what was so before is for port_unmask.
uint32_t port_mask(void);
void port_unmask(uint32_t before);

// Where the stack of the task that runs is kept while others run.
extern uint32_t **kernel_current;
// The same of the next one, which is current from now on.
uint32_t **kernel_next(void);
void kernel_tick(void);
