// A queue keeps a pointer to its last entry, which is freed with the first one.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it knows memory, and not whose it was
//@ contains: earlier object that the pointer was derived from
#include "hide.h"
#include "reuse.h"

struct entry {
  struct entry *next;
  long value;
};

struct queue {
  struct entry *head, *tail;
};

NOINLINE static void put(struct queue *queue, long value) {
  struct entry *entry = calloc(1, sizeof *entry);
  entry->value = value;
  if (queue->tail)
    queue->tail->next = entry; //~ ERROR use-after-reuse
  else
    queue->head = entry;
  queue->tail = entry;
}

NOINLINE static long take(struct queue *queue) {
  struct entry *entry = queue->head;
  long value = entry->value;
  queue->head = entry->next;
#ifdef FIXED
  if (!queue->head) queue->tail = NULL;
#endif
  free(entry);
  return value;
}

int main(void) {
  struct queue queue = {NULL, NULL};
  put(&queue, hide(3));
  void *old = hide_pointer(queue.tail);
  long value = take(&queue);
  in_place_of(old, sizeof(struct entry));
  put(&queue, 4);
  return value != 3;
}
