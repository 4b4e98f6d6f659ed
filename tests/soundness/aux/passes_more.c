// Passes more than is handed on.
int call_without(int *numbers, long at);
int *pool_block(void);

void call_with(void) { call_without(pool_block(), 0); }
