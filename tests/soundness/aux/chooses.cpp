// Another definition of a constant, with a value that nobody knows before.
int *block_of_this(void);
extern int *const chosen;
int *const chosen = block_of_this();
