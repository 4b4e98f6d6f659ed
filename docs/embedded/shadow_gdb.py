"""gdb: `source shadow_gdb.py`, then `shadow ADDRESS` shows what sanecc's checks know of the memory around it."""

import gdb

MEANINGS = {
    0x00: "may be touched",
    0xF1: "before the objects of a stack frame",
    0xF2: "between stack objects",
    0xF3: "after the objects of a stack frame",
    0xF7: "poisoned by the program",
    0xF8: "a stack object out of scope",
    0xF9: "after a global",
    0xFA: "around a heap chunk",
    0xFD: "a freed heap chunk",
    0xCA: "before an object of variable size",
    0xCB: "after an object of variable size",
}


def symbol(name):
    """The address that the linker script gave a symbol."""
    return int(gdb.parse_and_eval(f"(unsigned int) &{name}"))


class Shadow(gdb.Command):
    """shadow ADDRESS: the shadow of the memory around an address."""

    def __init__(self):
        super().__init__("shadow", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, words, from_tty):
        address = int(gdb.parse_and_eval(f"(unsigned int) ({words})"))
        start, size = symbol("__sanecc_ram_start"), symbol("__sanecc_ram_size")
        shadow, end = symbol("__sanecc_shadow_start"), symbol("__sanecc_shadow_end")
        if not start <= address < start + size:
            print(f"{address:#010x} has no shadow: that is the memory from {start:#010x} to {start + size:#010x}")
            return
        # The shadow is an eighth, a sixteenth or a thirty-second of the memory.
        granule = next(scale for scale in (8, 16, 32) if (end - shadow) * scale >= size)
        memory = gdb.selected_inferior()
        for row in range(-2, 3):
            first = (address // (granule * 8) + row) * granule * 8
            if not start <= first < start + size:
                continue
            place = shadow + (first - start) // granule
            codes = bytes(memory.read_memory(place, 8))
            mark = "=>" if row == 0 else "  "
            print(f"{mark} {first:#010x}: " + " ".join(f"{code:02x}" for code in codes))
        code = bytes(memory.read_memory(shadow + (address - start) // granule, 1))[0]
        meaning = MEANINGS.get(code)
        if meaning is None and 0x40 <= code < 0x80:
            meaning = f"the first {code - 0x40} bytes of {granule} may be touched"
        print(f"{address:#010x}: {code:02x}, {meaning or 'no code of this runtime'}")


Shadow()
