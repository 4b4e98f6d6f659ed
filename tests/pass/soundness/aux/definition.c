// Defines what `smaller_definition.c` declares.
int elsewhere[8] = {0};
