// Calls what the other file defines.
int use(int *numbers);
int *pool_block(void);

int use_named(void) { return use(pool_block()); }
