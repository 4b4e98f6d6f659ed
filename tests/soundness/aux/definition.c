// Defines what `smaller_definition.c` declares.
#ifdef FIXED
int elsewhere[8] = {0};
#else
int elsewhere[5] = {0};
#endif
