// Walks over a section as over an array, and writes to all of it.
int *pool_block(void);
extern int *__start_all_slots[], *__stop_all_slots[];

void walk(void) {
  for (int **slot = __start_all_slots; slot < __stop_all_slots; slot++)
    *slot = pool_block();
}
