// A function of the program's own, with a name of the library's.
int hypot(int side) { return side + 8; }
