// What another file may do with what it is given, lent or finds.
#include <stdlib.h>

struct place {
  long number;
  int *at;
};

static int *kept, *slot;
int *found __attribute__((weak));
__attribute__((weak)) void more(void) {}
__attribute__((weak)) int *give(void) { return 0; }

void call_more(void) { more(); }
void call_it(void (*it)(void)) { it(); }
int **own_slot(void) { return &slot; }
void free_slot(void) { free(slot); }
void write_place(struct place *place) { place->at = kept = calloc(8, 4); }
void read_place(struct place *place) { kept = place->at; }
void free_kept(void) { free(kept); }
void free_given(void) { free(give()); }
void free_found(void) { free(found); }
void (*action)(void) = free_found;
void keep(int *block) { kept = block; }
int *where;
void make_where(void) { where = kept = calloc(8, 4); }
