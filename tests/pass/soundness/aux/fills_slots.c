// Writes to what has another name elsewhere.
extern int *other_slots[2];
int *pool_block(void);

void pool_fill_other(void) { other_slots[1] = pool_block(); }
