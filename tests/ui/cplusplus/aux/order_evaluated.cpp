static int two() { return 2; }
// The optimiser gives it its value.
int evaluated = two();
