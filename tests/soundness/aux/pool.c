// Another file, which is given a chunk and hands it on in many ways.
#include <stdlib.h>

static int *pool, **place;

void pool_take(int *block) { pool = block; }

int *pool_block(void) { return pool; }

void pool_free(void) { free(pool); }

int **pool_place(void) { return &pool; }

void pool_fill(int **slots) { slots[1] = pool; }

void pool_read(int *const *slots) { pool = slots[1]; }

void pool_keep(int **slots) { place = slots; }

void pool_write(void) { place[1] = pool; }

void pool_ask(int *(*ask)(void)) { pool = ask(); }

int pool_use(int (*use)(int *)) { return use(pool); }
