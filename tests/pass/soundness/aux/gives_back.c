// Another definition of what has a weak one.
int which(int number) { return number; }
