// An object has a name, and nothing is left to check: the shadow must lie behind the variables all the same, and the heap behind the shadow.
#include <stdio.h>

extern char __sanecc_shadow_start[], __sanecc_shadow_end[];
extern char __sanecc_ram_start[], __sanecc_ram_size[];

int main(void)
{
    char text[4];
    sprintf(text, "hel");
    unsigned long start = (unsigned long)__sanecc_ram_start;
    unsigned long end = start + (unsigned long)__sanecc_ram_size;
    unsigned long shadow = (unsigned long)__sanecc_shadow_start;
    unsigned long behind = (unsigned long)__sanecc_shadow_end;
    return start <= shadow && shadow < behind && behind < end ? 0 : 1;
}
