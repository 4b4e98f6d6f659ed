// Defines what `smaller_definition.c` declares.
int elsewhere[5] = {0};
