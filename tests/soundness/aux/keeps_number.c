int *kept_elsewhere;

void keep_elsewhere(int *number) { kept_elsewhere = number; }
