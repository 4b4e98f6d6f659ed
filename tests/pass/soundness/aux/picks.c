// Another definition of what has a weak one.
int *pool_block(void);

int *pick(void) { return pool_block(); }
