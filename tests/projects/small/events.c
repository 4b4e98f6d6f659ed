// A simulation: events in a binary heap, by value, each of which makes others.
#include "small.h"
#include <stdlib.h>

struct event {
  uint32_t time;
  uint16_t kind, machine;
};

struct queue {
  struct event *events;
  int count, capacity;
};

static void push(struct queue *queue, struct event one) {
  if (queue->count == queue->capacity) {
    queue->capacity = queue->capacity * 2 + 4;
    queue->events = realloc(queue->events, queue->capacity * sizeof one);
    if (!queue->events)
      exit(1);
  }
  int at = queue->count++;
  for (; at && queue->events[(at - 1) / 2].time > one.time; at = (at - 1) / 2)
    queue->events[at] = queue->events[(at - 1) / 2];
  queue->events[at] = one;
}

static struct event pop(struct queue *queue) {
  struct event least = queue->events[0], last = queue->events[--queue->count];
  int at = 0;
  for (int child; (child = 2 * at + 1) < queue->count; at = child) {
    if (child + 1 < queue->count && queue->events[child + 1].time < queue->events[child].time)
      child++;
    if (last.time <= queue->events[child].time)
      break;
    queue->events[at] = queue->events[child];
  }
  queue->events[at] = last;
  return least;
}

uint32_t run(int rounds) {
  uint32_t state = 23, sum = 0;
  int load[64] = {0};
  struct queue queue = {0};
  for (int i = 0; i < 500; i++)
    push(&queue, (struct event){next(&state) % 100, i % 4, i % 64});
  for (long i = 0; i < rounds * 5000L; i++) {
    struct event one = pop(&queue);
    load[one.machine] += one.kind;
    sum = sum * 31 + one.time + load[one.machine];
    one.time += 1 + next(&state) % 200;
    one.machine = (one.machine * 5 + one.kind) % 64;
    push(&queue, one);
  }
  free(queue.events);
  return sum;
}
